/** The promise's value, or `late` after `ms` milliseconds. The promise is not stopped. */
export async function withTimeout<T>(promise: Promise<T>, late: T, ms: number): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(late), ms)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for the work, but not for longer than the given time. Returns whether it ended in time. */
export const finishesWithin = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  withTimeout(
    work.then(() => true),
    false,
    ms,
  )
