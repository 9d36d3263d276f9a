-- Visible-range events as browsers send them while people scroll. Arguments: a file with one event a line, viewer and
-- body with a tab between them and SEQ in place of its number. The threads take different viewers.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

function init(arguments)
  events = {}
  local viewers, found = {}, 0
  for line in io.lines(arguments[1]) do
    local viewer, before, after = line:match("^(%S+)\t(.*)SEQ(.*)$")
    if not viewers[viewer] then
      found = found + 1
      viewers[viewer] = found
    end
    if viewers[viewer] % 2 == number % 2 then
      events[#events + 1] = { "/api/v1/viewers/" .. viewer .. "/range", before, after }
    end
  end
  headers = { ["Content-Type"] = "application/json" }
  at, seq = 0, tonumber(arguments[2])
end

function request()
  at = at % #events + 1
  if at == 1 then seq = seq + #events end
  local event = events[at]
  return wrk.format("POST", event[1], headers, event[2] .. (seq + at) .. event[3])
end
