/** Every figure of every dashboard equals the list that it leads to: the number of its rows, or their total. */
import type { CallKey } from '@vialdesk/contract'
import { accessTable } from '@vialdesk/contract/access-table'
import { scopeOf } from '@vialdesk/contract/base/access'
import type { WorkingRole } from '@vialdesk/contract/base/roles'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import {
  adminFigures,
  distributorFigures,
  type FigureContext,
  type FigureList,
  figurePath,
  harvestCenterFigures,
  labFigures,
  type NoList,
  patientFigures,
  referralCenterFigures,
  salesManagerFigures,
  salesRepFigures,
} from '@vialdesk/contract/dashboard-links'
import { processingStages } from '@vialdesk/contract/people/lab-fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '#api/demo/values/random.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createFiguresWorld } from './figures.fixture.ts'

let portal: TestPortal
let world: Awaited<ReturnType<typeof createFiguresWorld>>
let today: string
beforeAll(async () => {
  portal = await startTestPortal()
  const { rows } = await portal.owner.query(`select (now() at time zone 'America/New_York')::date as day`)
  today = rows[0].day
  world = await portal.seed((db) => createFiguresWorld(db, { random: seededRandom(20_261_123), today }))
  await portal.seedOther((db) => createFiguresWorld(db, { random: seededRandom(7), today, part: 0.2 }))
})
afterAll(() => portal.close())

type AnyRow = Record<string, unknown>
type Entry = NoList | ((context: FigureContext, row?: AnyRow) => FigureList)
type Figures = Record<string, Entry>

interface Dashboard {
  role: WorkingRole
  path: string
  figures: object
  /** Users of the role with different rows. */
  users: () => number[]
}

const dashboards: Dashboard[] = [
  { role: 'admin', path: 'admin', figures: adminFigures, users: () => [world.admin] },
  { role: 'harvest_center', path: 'harvest-center', figures: harvestCenterFigures, users: () => world.centers.slice(0, 2) },
  {
    role: 'referral_harvest_center',
    path: 'referral-center',
    figures: referralCenterFigures,
    users: () => [world.referrals[0] as number],
  },
  { role: 'sales_rep', path: 'sales-rep', figures: salesRepFigures, users: () => [world.reps[0] as number] },
  { role: 'sales_manager', path: 'sales-team', figures: salesManagerFigures, users: () => [world.managers[0] as number] },
  { role: 'sales_distributor', path: 'sales-team', figures: distributorFigures, users: () => [world.distributors[0] as number] },
  { role: 'lab', path: 'lab', figures: labFigures, users: () => [world.labs[0] as number] },
  { role: 'patient', path: 'patient', figures: patientFigures, users: () => [world.patientWithVials as number] },
]

async function read(client: TestClient, call: CallKey, list: FigureList, more: Record<string, number> = {}) {
  const [, path] = call.split(' ') as [string, string]
  const filter = Object.entries({ ...list.filter, ...more }).map(([key, value]): [string, string] => [key, String(value)])
  const url = `${path.replace(/\{id\}/, String(list.params?.id))}?${new URLSearchParams(filter)}`
  const answer = await client.get(url)
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200)
  return answer.json()
}

/** The rows of all pages. The documents of a patient are one page in groups. */
async function readRows(client: TestClient, list: FigureList): Promise<AnyRow[]> {
  const rows: AnyRow[] = []
  for (;;) {
    const page = await read(client, list.call, list, { limit: 100, offset: rows.length })
    if (!page.results) return Object.values<AnyRow[] | boolean>(page).flatMap((group) => (Array.isArray(group) ? group : []))
    rows.push(...page.results)
    if (page.results.length === 0 || rows.length >= page.count) return rows
  }
}

/** The count of the list, or the sum that the figure is. */
async function countOf(client: TestClient, list: FigureList): Promise<number> {
  const { sumOf } = list
  if (!sumOf) return (await read(client, list.call, list)).count
  return (await readRows(client, list)).reduce((sum, row) => sum + sumOf(row), 0)
}

const amountOf = async (client: TestClient, list: FigureList): Promise<number> =>
  (await read(client, list.totals as CallKey, list)).amount

interface Compared {
  name: string
  list: FigureList
  count?: number
  amount?: number
}

/** The stages, and what the screens add up from them. */
function stageRows(rows: AnyRow[]): AnyRow[] {
  const sum = (of: AnyRow[]) => of.reduce((total, { count }) => total + (count as number), 0)
  const processing: readonly unknown[] = processingStages
  return [
    ...rows,
    { stage: undefined, count: sum(rows) },
    { stage: 'in_processing', count: sum(rows.filter(({ stage }) => processing.includes(stage))) },
  ]
}

/** All figures of an answer with their lists. */
function figuresIn(figures: Figures, answer: AnyRow, context: FigureContext): Compared[] {
  return Object.entries(figures).flatMap(([name, entry]): Compared[] => {
    const value = answer[name]
    if (typeof entry !== 'function' || value === undefined) return []
    if (Array.isArray(value)) {
      const rows: AnyRow[] = name === 'patients_by_stage' ? stageRows(value) : value
      return rows.map((row) => {
        const list = entry(context, row)
        const { count, amount } = row as { count: number; amount?: number }
        return { name: `${name} ${JSON.stringify(row)}`, list, count, ...(list.totals && amount !== undefined && { amount }) }
      })
    }
    const list = entry(context)
    return [list.totals ? { name, list, amount: value as number } : { name, list, count: value as number }]
  })
}

describe.each(dashboards)('the dashboard of $role', ({ role, path, figures, users }) => {
  test('has figures that equal the lists they lead to', async () => {
    let compared = 0
    for (const userId of users()) {
      const client = await portal.as(userId)
      const answer = (await client.get(`/api/v1/dashboards/${path}/`)).json()
      for (const { name, list, count, amount } of figuresIn(figures as Figures, answer, { userId, today })) {
        if (count !== undefined) expect(await countOf(client, list), name).toBe(count)
        if (amount !== undefined) expect(await amountOf(client, list), name).toBeCloseTo(amount, 2)
        compared += (count ?? amount ?? 0) > 0 ? 1 : 0
      }
    }
    expect(compared, 'figures above zero').toBeGreaterThan(1)
  })

  test('leads to lists that the role may open', () => {
    const context = { userId: 1, today }
    const row = { stage: 'ready', month: '2026-03', product_id: 1, state: 'available', count: 1, amount: 1 }
    for (const entry of Object.values(figures as Figures)) {
      if (typeof entry !== 'function') continue
      const list = entry(context, row)
      expect(mayOpenScreen(list.to, role), list.to).toBe(true)
      expect(scopeOf(accessTable[list.call], role), list.call).toBeDefined()
      if (list.totals) expect(scopeOf(accessTable[list.totals], role), list.totals).toBeDefined()
      expect(figurePath(list)).not.toContain('{')
    }
  })
})
