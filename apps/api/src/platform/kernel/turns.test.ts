import { describe, expect, test } from 'vitest'
import { type Caller, createTurns, type TurnLimits } from './turns.ts'

const caller = (domain: string, user: string): Caller => ({ domain, user: `${domain}-${user}` })
const tooLate = { code: 'unavailable', headers: { 'retry-after': '2' } }

/** Takes a turn for each caller, and notes when each starts. */
function queue(limits: Partial<TurnLimits>) {
  const takeTurn = createTurns({ all: 1, waitMs: 20_000, ...limits })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (who: Caller, signal?: AbortSignal) =>
    takeTurn(who, signal).then((end) => {
      started.push(who.user)
      ends.set(who.user, end)
    })
  /** For callers who may still wait at the end of the test, and are refused after it. */
  const askLater = (who: Caller) => void ask(who).catch(() => undefined)
  /** Every started caller has noted it. */
  const settled = () => new Promise(setImmediate)
  const end = async (who: Caller) => {
    ends.get(who.user)?.()
    await settled()
  }
  return { ask, askLater, end, started, settled }
}

describe('turns', () => {
  test('are given in the order of the requests', async () => {
    const { askLater, end, started, settled } = queue({})
    const callers = ['a', 'b', 'c'].map((user) => caller('1', user))
    for (const each of callers) askLater(each)
    await settled()
    expect(started).toEqual(['1-a'])
    for (const each of callers) await end(each)
    expect(started).toEqual(['1-a', '1-b', '1-c'])
  })

  test('go to other users while one user has as many as one may have', async () => {
    const { askLater, end, started, settled } = queue({ all: 4, perUser: 2 })
    const [heavy, other, last] = [caller('1', 'heavy'), caller('1', 'other'), caller('1', 'last')]
    for (const each of [heavy, heavy, heavy, heavy, other, last]) askLater(each)
    await settled()
    expect(started).toEqual(['1-heavy', '1-heavy', '1-other', '1-last'])
    await end(other)
    expect(started).toHaveLength(4)
    await end(heavy)
    expect(started.slice(4)).toEqual(['1-heavy'])
  })

  test('go to other domains while one domain has as many as one may have', async () => {
    const { askLater, end, started, settled } = queue({ all: 4, perDomain: 3, perUser: 1 })
    for (const user of ['a', 'b', 'c', 'd', 'e']) askLater(caller('1', user))
    askLater(caller('2', 'a'))
    await settled()
    expect(started).toEqual(['1-a', '1-b', '1-c', '2-a'])
    await end(caller('2', 'a'))
    expect(started).toHaveLength(4)
    await end(caller('1', 'b'))
    expect(started.slice(4)).toEqual(['1-d'])
  })

  test('that do not come in time are refused, and no other caller loses a turn', async () => {
    const takeTurn = createTurns({ all: 1, waitMs: 20 })
    const end = await takeTurn()
    await expect(takeTurn()).rejects.toMatchObject(tooLate)
    end()
    const endNext = await takeTurn()
    const last = takeTurn()
    endNext()
    await expect(last).resolves.toBeTypeOf('function')
  })

  test('are refused at once to a user who lets too many calls wait, and not to others', async () => {
    const { ask, askLater, end, started, settled } = queue({ perUser: 1, waitingPerUser: 2 })
    const [heavy, other] = [caller('1', 'heavy'), caller('1', 'other')]
    for (const each of [heavy, heavy, heavy]) askLater(each)
    await expect(ask(heavy)).rejects.toMatchObject({ code: 'too_many', headers: { 'retry-after': '2' } })
    askLater(other)
    for (const each of [heavy, heavy, heavy]) await end(each)
    await settled()
    expect(started).toEqual(['1-heavy', '1-heavy', '1-heavy', '1-other'])
    await end(other)
    await expect(ask(heavy)).resolves.toBeUndefined()
  })

  test('are not given to a caller who went away', async () => {
    const { ask, askLater, end, started } = queue({})
    const gone = new AbortController()
    await ask(caller('1', 'first'))
    const left = ask(caller('1', 'gone'), gone.signal)
    askLater(caller('1', 'last'))
    gone.abort()
    await expect(left).rejects.toMatchObject({ code: 'malformed' })
    await end(caller('1', 'first'))
    expect(started).toEqual(['1-first', '1-last'])
  })

  test('that end twice free one turn only', async () => {
    const takeTurn = createTurns({ all: 1, waitMs: 20 })
    const end = await takeTurn()
    end()
    end()
    await takeTurn()
    await expect(takeTurn()).rejects.toMatchObject(tooLate)
  })
})
