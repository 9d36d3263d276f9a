// @ts-check
// English: reasons that the server names without a sentence. All others come with theirs, which the page shows as it is.

export const reasons = {
  'folder-polled-remote': 'The folder is on another machine: changes show up when its folders are looked at, every few seconds or minutes.',
  'folder-polled-limit': 'The system does not let this user watch more folders: changes show up when they are looked at. The limits are fs.inotify.max_user_watches and fs.inotify.max_user_instances.',
};
