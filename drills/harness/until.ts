import { setTimeout as pause } from 'node:timers/promises'

/** Asks again until there is an answer. Returns it and the milliseconds it took. Throws after the limit. */
export async function until<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<{ answer: T; tookMs: number }> {
  const began = performance.now()
  for (;;) {
    const answer = await ask()
    const tookMs = performance.now() - began
    if (answer !== undefined && answer !== false) return { answer, tookMs }
    if (tookMs > limitMs) throw new Error(`${what}: not after ${(limitMs / 1000).toFixed(0)} s`)
    await pause(20)
  }
}

/** Rejects with this message if the work takes longer. */
export async function within<T>(message: string, limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(message)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** How long a process may take to end: longer than any that works. */
export const EXIT_MS = 60_000
