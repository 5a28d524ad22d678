/** A seeded random generator, so that seeds are the same in each run. */

export interface SeededRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  number(): number
  /** A whole number from `least` to `most`, both inclusive. */
  between(least: number, most: number): number
  /** True with the probability `share`. */
  happens(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** A new list in another order. */
  shuffled<T>(from: readonly T[]): T[]
}

/** Mulberry32 by Tommy Ettinger (public domain), with 32 bits of state. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const number = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('Cannot pick from an empty list')
    return from[between(0, from.length - 1)] as T
  }
  const shuffled = <T>(from: readonly T[]): T[] => {
    const left = [...from]
    return from.map(() => left.splice(between(0, left.length - 1), 1)[0] as T)
  }
  return { number, between, happens: (share) => number() < share, pick, shuffled }
}
