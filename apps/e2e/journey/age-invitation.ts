import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const script = path.resolve(import.meta.dirname, '../../api/src/testing/age-invitation.ts')

/** Changes the database of the running portal, because a second invitation within half a minute is taken for a double click. */
export const ageInvitation = (user: number) =>
  promisify(execFile)(process.execPath, [script, process.env.E2E_DATA_DIR ?? '', String(user)])
