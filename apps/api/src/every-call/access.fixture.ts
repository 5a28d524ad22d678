/** The rows of required-access.txt. access.test.ts and requirements.test.ts compare calls and screens with them. */
import { readFileSync } from 'node:fs'
import type { Role } from '@vialdesk/contract/base/roles'

export const roleLetters: Record<Role, string> = {
  admin: 'A',
  lab: 'L',
  patient: 'P',
  sales_rep: 'R',
  sales_manager: 'M',
  sales_distributor: 'D',
  harvest_center: 'H',
  referral_harvest_center: 'F',
  hc_staff: 'S',
  observer: 'O',
}

const rows = readFileSync(new URL('required-access.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, access = '', size = '', call = ''] = /^(\w+) +(\d*) +(\S+ \S+)$/.exec(line) ?? []
    if (!call) throw new Error(`required-access.txt has a line that is no call and no screen: ${line}`)
    return { call, access, size: Number(size) }
  })

const SCREEN = 'SCREEN '
const isScreen = ({ call }: { call: string }) => call.startsWith(SCREEN)

/** `public`, `session`, or the letters of the roles. */
export const accessTable = Object.fromEntries(rows.filter((row) => !isScreen(row)).map(({ call, access }) => [call, access]))
/** `public`, or the letters of the roles. */
export const screenTable = Object.fromEntries(
  rows.filter(isScreen).map(({ call, access }) => [call.slice(SCREEN.length), access]),
)
/** The rows of a page, of calls that answer pages. */
export const pageSizes = Object.fromEntries(rows.filter(({ size }) => size > 0).map(({ call, size }) => [call, size]))
