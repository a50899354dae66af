import { failure } from '../failure.ts';
import { numberType, stringType } from '../type.ts';
import { integerValue, stringValue, unknownValue } from '../value.ts';
import type { FunctionTable } from './define.ts';
import { fixed, stringAt } from './define.ts';
import { parseGoDuration } from './duration.ts';
import { formatDate } from './format-date.ts';
import { unpredictable } from './hash.ts';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

const notTimestamp = 'a timestamp must look like 2006-01-02T15:04:05Z (RFC 3339).';

const formatdate = fixed([stringType, stringType], stringType, (args) => {
  const time = parseTimestamp(stringAt(args, 1));
  if (time === undefined) return failure(notTimestamp);
  const text = formatDate(stringAt(args, 0), time);
  return typeof text === 'string' ? stringValue(text) : text;
});

const timeadd = fixed([stringType, stringType], stringType, (args) => {
  const time = parseTimestamp(stringAt(args, 0));
  if (time === undefined) return failure(notTimestamp);
  const duration = parseGoDuration(stringAt(args, 1));
  if (duration === undefined) return failure('a duration must look like 1h30m.');
  return stringValue(formatTimestamp({ ...time, nanoseconds: time.nanoseconds + duration }));
});

const timecmp = fixed([stringType, stringType], numberType, (args) => {
  const left = parseTimestamp(stringAt(args, 0));
  const right = parseTimestamp(stringAt(args, 1));
  if (left === undefined || right === undefined) return failure(notTimestamp);
  if (left.nanoseconds === right.nanoseconds) return integerValue(0);
  return integerValue(left.nanoseconds < right.nanoseconds ? -1 : 1);
});

export const timeFunctions: FunctionTable = {
  formatdate,
  plantimestamp: {
    parameters: [],
    returns: stringType,
    call(_args, { planTimestamp }) {
      if (planTimestamp !== undefined) return stringValue(planTimestamp);
      return unknownValue('plantimestamp() is known while planning', stringType);
    },
  },
  timeadd,
  timecmp,
  timestamp: unpredictable('timestamp', 0),
};
