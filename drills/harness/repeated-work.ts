/** Work of callers that is repeated, one after the other, until it is stopped or the drill ends. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Resources } from './resources.ts'

export class RepeatedWork {
  #isStopping = false
  #running: Promise<void>[] = []

  constructor(resources: Resources) {
    resources.add(() => this.stop())
  }

  /** `n` counts from 0. A failure of the work ends it, and `stop` rejects. */
  start(work: (n: number) => Promise<unknown>, pauseMs = 0): void {
    const repeat = async () => {
      for (let n = 0; !this.#isStopping; n++) {
        await work(n)
        if (pauseMs > 0) await pause(pauseMs)
      }
    }
    this.#running.push(repeat())
  }

  /** Waits for the end of all work that is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#running.splice(0))
  }
}
