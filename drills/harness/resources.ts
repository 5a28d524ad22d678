/** Processes, folders and connections of a drill, closed in reverse order however the drill ends. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { within } from './until.ts'

type Close = () => Promise<unknown> | unknown

/** Folders of all drills begin with this name. */
export const FOLDER_PREFIX = 'vialdesk-drill-'

export class Resources {
  #closes: Close[] = []
  #isClosed = false
  readonly folders: string[] = []
  readonly #closeMs: number

  /** `closeMs`: how long each may take to close. */
  constructor(closeMs: number) {
    this.#closeMs = closeMs
  }

  /** Throws after the drill was interrupted, so that nothing else is started. The runner then closes once more. */
  add(close: Close): void {
    this.#closes.push(close)
    this.assertOpen()
  }

  assertOpen(): void {
    if (this.#isClosed) throw new Error('The drill was interrupted')
  }

  /** Makes a temporary folder. PostgreSQL, which does not run as root, may enter it. */
  makeFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), FOLDER_PREFIX))
    this.folders.push(folder)
    this.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    chmodSync(folder, 0o711)
    return folder
  }

  /** Closes everything that was added, the latest first. Returns the failures. */
  async close(): Promise<string[]> {
    this.#isClosed = true
    const failures: string[] = []
    for (let close = this.#closes.pop(); close; close = this.#closes.pop()) {
      try {
        await within(`not after ${(this.#closeMs / 1000).toFixed(0)} s`, this.#closeMs, Promise.resolve(close()))
      } catch (error) {
        failures.push(`Could not clean up: ${(error as Error).message}`)
      }
    }
    return failures
  }
}
