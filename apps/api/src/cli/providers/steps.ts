/** The steps of a check, printed one row each, and the work that removes what they have left at the provider. */
import { codeOf } from './failure-codes.ts'

/** open: the step proves nothing; its detail says what is left to a person. */
export type Result = 'ok' | 'failed' | 'open'

export interface Row {
  step: string
  result: Result
  /** For the terminal: codes and ids, without secrets, card data and texts of a provider. */
  detail: string
  seconds: number
}

/** Ends a step: the provider did something else than it should. The message is the detail of the row. */
export class StepFailed extends Error {
  override name = 'StepFailed'
}

/** Ends a step that could prove nothing. The message is the detail of the row. */
export class StepOpen extends Error {
  override name = 'StepOpen'
}

/** What a step has found, for later steps, and the detail of its row. */
interface Done<Value> {
  detail?: string
  value: Value
}

/** Calls off a clean-up, because a step has done its work. */
export type Undone = () => void

const LONGEST_DETAIL = 200

const rowOf = (step: string, result: string, detail: string, seconds: string) =>
  `${step.padEnd(30)} | ${result.padEnd(6)} | ${detail.padEnd(62)} | ${seconds}`

export const tableHead = [
  rowOf('step', 'result', 'detail', 'seconds'),
  rowOf('-'.repeat(30), '-'.repeat(6), '-'.repeat(62), '-------'),
]

export class Steps {
  readonly rows: Row[] = []
  readonly #cleanUps: { name: string; work: () => Promise<string> }[] = []
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.#print = print
    for (const line of tableHead) print(line)
  }

  /** Runs a step. Undefined when it failed or proved nothing: steps that need its value are then left out, and others go on. */
  async run<Value>(step: string, work: () => Promise<Done<Value>>): Promise<Value | undefined> {
    const began = performance.now()
    const end = (result: Result, detail: string) =>
      this.#add({ step, result, detail, seconds: (performance.now() - began) / 1000 })
    try {
      const { value, detail = '' } = await work()
      end('ok', detail)
      return value
    } catch (error) {
      if (error instanceof StepOpen) end('open', error.message)
      else end('failed', error instanceof StepFailed ? error.message : codeOf(error))
      return undefined
    }
  }

  /** A row for what a person has to look at. */
  leaveOpen(step: string, detail: string): void {
    this.#add({ step, result: 'open', detail, seconds: 0 })
  }

  /** Adds work for the end, also after a failed step. It answers the detail of its row. */
  cleanUp(name: string, work: () => Promise<string>): Undone {
    const added = { name, work }
    this.#cleanUps.push(added)
    return () => void this.#cleanUps.splice(this.#cleanUps.indexOf(added), 1)
  }

  /** Does the work that was not called off, the latest first. */
  async removeRemains(): Promise<void> {
    for (const { name, work } of this.#cleanUps.splice(0).reverse())
      await this.run(`clean-up: ${name}`, async () => ({ value: true, detail: await work() }))
  }

  get failed(): number {
    return this.count('failed')
  }

  count(wanted: Result): number {
    return this.rows.filter(({ result }) => result === wanted).length
  }

  /** Codes and ids come from providers, and a terminal would obey control characters. */
  #add({ detail, ...rest }: Row): void {
    const row = { ...rest, detail: detail.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_DETAIL) }
    this.rows.push(row)
    this.#print(rowOf(row.step, row.result, row.detail, row.seconds.toFixed(1)))
  }
}
