/** Runs the real program as a child process, reads its output and ends it with a signal. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface PortalProcess {
  child: ChildProcess
  output: () => string
  /** Waits until the output contains the text. Rejects when the process ends without it. */
  waitForOutput(words: string): Promise<void>
  /** Sends a signal and returns the exit code (null after SIGKILL). */
  stop(signal: NodeJS.Signals): Promise<number | null>
  exitCode: Promise<number | null>
}

const portalProgram = new URL('../main.ts', import.meta.url).pathname

/** `output` is a file descriptor for standard output. By default the output is captured. `program` has its arguments after its path. */
export function startPortalProcess(
  env: Record<string, string>,
  output: number | 'pipe' = 'pipe',
  program: readonly string[] = [portalProgram],
): PortalProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, program, {
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), LOG_LEVEL: 'warn', ...env },
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
    output: () => text,
    waitForOutput: (words) =>
      new Promise((found, reject) => {
        const check = () => text.includes(words) && found()
        check()
        for (const stream of streams) stream.on('data', check)
        void ended.then(() =>
          text.includes(words) ? found() : reject(new Error(`The process ended without "${words}". Its output:\n${text}`)),
        )
      }),
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
    exitCode: ended,
  }
}
