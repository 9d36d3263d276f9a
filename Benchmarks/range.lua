-- Visible-range events as browsers send them while people scroll: each says that it has the last answer's window. Arguments: a file
-- with one event a line, viewer and body with a tab between them, SEQ in place of its number and HAVE of the window; the number
-- to begin with. The threads take different viewers.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(arguments)
  events = {}
  windows = {}
  local viewers, found = {}, 0
  for line in io.lines(arguments[1]) do
    local viewer, before, middle, after = line:match("^(%S+)\t(.*)SEQ(.*)HAVE(.*)$")
    if not viewers[viewer] then
      found = found + 1
      viewers[viewer] = found
    end
    if viewers[viewer] % 2 == number % 2 then
      events[#events + 1] = { "/api/v1/viewers/" .. viewer .. "/range", before, middle, after, viewers[viewer] }
    end
  end
  headers = { ["Content-Type"] = "application/json" }
  at, first = 0, tonumber(arguments[2])
  seq = first
end

function request()
  at = at % #events + 1
  seq = seq + 1
  local event = events[at]
  return wrk.format("POST", event[1], headers, event[2] .. seq .. event[3] .. (windows[event[5]] or "[0,0]") .. event[4])
end

-- The bare handler's answers are all the same, and are looked at as well.
function response(status, _, body)
  local answered, window = body:match('^{"seq":(%d+),"version":%d+,"visible":%[%d+,%d+%],"window":(%[%d+,%d+%])')
  if answered then windows[events[(answered - first - 1) % #events + 1][5]] = window end
end
