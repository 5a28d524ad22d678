/** `npm run dev`: restarts the api on every change, and serves the web app with hot reload. */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const start = (...args: string[]): ChildProcess => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })

const children = [
  start('--watch', '--watch-preserve-output', 'apps/api/src/main.ts'),
  start('node_modules/vite/bin/vite.js', 'apps/web', '--clearScreen', 'false'),
]

const stop = (signal: NodeJS.Signals) => {
  for (const child of children) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
// When one process ends, both are stopped.
for (const child of children) child.once('exit', () => stop('SIGTERM'))
