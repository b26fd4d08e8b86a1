/** Row, record and movements of each app together, or nothing of it. */
export const APPLY_CHANGE = `
-- KEYS  1 versions, 2 rows, 3 records, 4 movements, 5 timeline, then per app its own timeline
-- ARGV  per app: 'save' | 'gone' | 'keep', app, version, row, record, number of movements, then per movement: id, time, JSON
-- gives the apps that were refused: somebody else wrote them first
local refused = {}
local position = 1
local ownTimeline = 6

local function isAccepted(app, version, record)
  local stored = tonumber(redis.call('HGET', KEYS[1], app) or '0')
  if stored == version - 1 then return true end
  -- the same write again, because its answer was lost
  return stored == version and redis.call('HGET', KEYS[3], app) == record
end

while position <= #ARGV do
  local deed, app, version = ARGV[position], ARGV[position + 1], tonumber(ARGV[position + 2])
  local row, record, movements = ARGV[position + 3], ARGV[position + 4], tonumber(ARGV[position + 5])
  position = position + 6

  local accepted = deed ~= 'save' or isAccepted(app, version, record)
  if not accepted then
    table.insert(refused, app)
  elseif deed == 'save' then
    redis.call('HSET', KEYS[1], app, version)
    redis.call('HSET', KEYS[2], app, row)
    redis.call('HSET', KEYS[3], app, record)
  elseif deed == 'gone' then
    for index = 1, 3 do redis.call('HDEL', KEYS[index], app) end
  end

  for _ = 1, movements do
    local id, at, movement = ARGV[position], ARGV[position + 1], ARGV[position + 2]
    if accepted and redis.call('HSETNX', KEYS[4], id, movement) == 1 then
      redis.call('ZADD', KEYS[5], at, id)
      redis.call('ZADD', KEYS[ownTimeline], at, id)
    end
    position = position + 3
  end
  ownTimeline = ownTimeline + 1
end
return refused
`;

/** Out of the way, so that the next look can write the app anew; kept, so that somebody can see what it was. */
export const SET_APP_ASIDE = `
-- KEYS  1 versions, 2 rows, 3 records, 4 what could not be read
-- ARGV  1 app, 2 the row or record that could not be read, 3 its hash: 2 or 3, 4 name of the place
if redis.call('HGET', KEYS[tonumber(ARGV[3])], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[4], ARGV[4], ARGV[2])
for index = 1, 3 do redis.call('HDEL', KEYS[index], ARGV[1]) end
return 1
`;
