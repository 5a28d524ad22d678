/** Runs a command of the console, `npm run portal -- …`. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Resources } from './resources.ts'

const program = fileURLToPath(new URL('../../apps/api/src/cli.ts', import.meta.url))

export interface ConsoleResult {
  exitCode: number | null
  /** Standard output and error, as written. */
  output: string
}

export function runConsole(resources: Resources, settings: Record<string, string>, ...words: string[]): Promise<ConsoleResult> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [program, ...words], { env: { PATH, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] })
  resources.add(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, output }))
  })
}
