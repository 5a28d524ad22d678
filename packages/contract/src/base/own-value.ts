/**
 * The value of a name that comes from outside. Without this check, a name such as `toString` would find what every object inherits.
 */
export const ownValue = <Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
