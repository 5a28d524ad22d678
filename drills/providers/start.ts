/** Waits for a program of a drill. */
import { connect } from 'node:net'
import type { RunningProgram } from '../harness/programs.ts'
import { until } from '../harness/until.ts'

const START_MS = 30_000

/** Throws with the output of the program if it is not ready in time. */
export async function waitForStart(name: string, program: RunningProgram, isReady: () => Promise<boolean>): Promise<void> {
  await until(`${name} is ready`, START_MS, isReady).catch((error: Error) => {
    throw new Error(`${error.message}\n${program.output()}`)
  })
}

/** If this machine accepts connections on the port. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })
