"""Which files of a folder the server neither lists nor counts among those that it leaves out."""

import os

# Folders that are left out as one.
SERVERS = {"@eadir", "#recycle", "@recycle", "$recycle.bin", "system volume information", "lost+found"}
MARKS = {".nomedia", ".lookaheadignore"}


def left_out(folder, listed):
    """Files that are not listed, and folders that count as one. Returns the count of all files, too."""
    count, paths = 0, []
    for where, folders, names in os.walk(folder):
        inside = set(names)
        for name in list(folders):
            path = os.path.join(where, name)
            if name.startswith(".") or name.lower() in SERVERS or is_marked(path) or os.path.islink(path):
                folders.remove(name)
                paths.append(path)
                count += 1
        for name in names:
            path = os.path.join(where, name)
            count += 1
            if path not in listed and not describes(name, where, listed, inside):
                paths.append(path)
    return count, paths


def is_marked(path):
    try:
        return bool(MARKS & set(os.listdir(path)))
    except OSError:
        return False


def describes(name, where, listed, inside):
    """Whether it is a sidecar of a picture beside it, which is a part of that picture."""
    if not name.lower().endswith(".xmp"):
        return False
    stem = name[:-4]
    return any(other != name and os.path.join(where, other) in listed and (other == stem or os.path.splitext(other)[0] == stem)
               for other in inside)
