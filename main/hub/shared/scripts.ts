/**
 * One bucket of requests for all hubs, by Redis's own clock (milliseconds). A new one is empty: a Redis that was restarted forgot what was
 * spent a moment ago. After a pause one request tries the water.
 * KEYS: the bucket. ARGV: requests a second, burst, tokens that must be there. Answers whether one may go, else the milliseconds to wait,
 * and the milliseconds of a pause.
 */
export const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local rate, burst, need = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at', 'pause')
local tokens = tonumber(kept[1]) or 0
local at = tonumber(kept[2]) or now
local pause = tonumber(kept[3]) or 0
if pause > now then return {0, math.ceil(pause - now), math.ceil(pause - now)} end
tokens = math.min(burst, tokens + math.max(0, now - at) * rate / 1000)
if pause > 0 then tokens = math.min(tokens, 1) end
local granted = 0
if tokens >= need then
  tokens = tokens - 1
  granted = 1
end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now), 'pause', '0')
redis.call('PEXPIRE', KEYS[1], 3600000)
return {granted, granted == 1 and 0 or math.ceil((need - tokens) / rate * 1000), 0}`;

/** The service wants no requests. KEYS: the bucket. ARGV: milliseconds, and whether what was saved up is gone. */
export const pauseScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local pause = tonumber(redis.call('HGET', KEYS[1], 'pause')) or 0
redis.call('HSET', KEYS[1], 'pause', tostring(math.max(pause, now + tonumber(ARGV[1]))))
if ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'tokens', '0', 'at', tostring(now)) end
redis.call('PEXPIRE', KEYS[1], 3600000)
return 1`;

/** Puts back one that nobody took. KEYS: the bucket. */
export const giveBackScript = `
local tokens = tonumber(redis.call('HGET', KEYS[1], 'tokens'))
if tokens then redis.call('HSET', KEYS[1], 'tokens', tostring(tokens + 1)) end
return 1`;
