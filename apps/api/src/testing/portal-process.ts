/** The program itself, as a process of its own: started, heard, and ended by a signal. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface PortalProcess {
  child: ChildProcess
  said: () => string
  /** The first line that holds the words; rejects when the process ends without them. */
  says(words: string): Promise<void>
  /** Sends a signal and gives the exit code (null after SIGKILL). */
  end(signal: NodeJS.Signals): Promise<number | null>
  exit: Promise<number | null>
}

const program = new URL('../main.ts', import.meta.url).pathname

/** `output` is where standard output goes; it is heard when absent. */
export function startPortal(env: Record<string, string>, output: number | 'pipe' = 'pipe'): PortalProcess {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, METRICS_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', output, 'pipe'],
  })
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  let text = ''
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.once('close', (code) => resolve(code))
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  }
  return {
    child,
    said: () => text,
    says: (words) =>
      new Promise((found, reject) => {
        const look = () => text.includes(words) && found()
        look()
        for (const stream of streams) stream.on('data', look)
        void ended.then(() => (text.includes(words) ? found() : reject(new Error(`it ended, having said:\n${text}`))))
      }),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    exit: ended,
  }
}
