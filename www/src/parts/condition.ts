/** Which colour a condition of a Job has, while it is true. */

export function conditionTone(type: string): 'failed' | 'waiting' | 'succeeded' {
  if (type.startsWith('Fail')) return 'failed';
  return type === 'Suspended' ? 'waiting' : 'succeeded';
}
