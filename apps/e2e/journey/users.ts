/** The users of the journeys: the demo's log-ins, and users that a journey makes. */
import type { APIRequestContext, BrowserContext, Disposable } from '@playwright/test'
import { expect } from '@playwright/test'
import type { WorkingRole } from '@vialdesk/contract/base/roles'

/** Local parts of the demo's log-ins at demo.example. */
export const demoUsers = [
  'admin',
  'lab',
  'patient',
  'salesrep',
  'harvestcenter',
  'referral',
  'manager',
  'distributor',
  'staff',
] as const
export type DemoUser = (typeof demoUsers)[number]

/** The demo's user of each role. */
export const demoUserOf: Record<WorkingRole, DemoUser> = {
  lab: 'lab',
  patient: 'patient',
  sales_rep: 'salesrep',
  harvest_center: 'harvestcenter',
  referral_harvest_center: 'referral',
  sales_manager: 'manager',
  admin: 'admin',
  sales_distributor: 'distributor',
  hc_staff: 'staff',
}

export const PASSWORD = 'demo-portal'

export interface Account {
  email: string
  password: string
}

export const accountOf = (who: DemoUser | Account): Account =>
  typeof who === 'string' ? { email: `${who}@demo.example`, password: PASSWORD } : who

export interface Session {
  token: string
  user: { id: number; first_name: string; last_name: string; company: string; lab_id: number | null }
}

/** Logs in without a browser. */
export async function openSession(request: APIRequestContext, who: DemoUser | Account): Promise<Session> {
  const answer = await request.post('/auth/login/', { data: accountOf(who) })
  await expect(answer, `${accountOf(who).email} logs in`).toBeOK()
  return answer.json()
}

/**
 * Puts a session and the known build into the storage of a browser when its first page opens. Playwright's `storageState` does the same by
 * a page of its own, which takes ten times as long. The keys of the storage begin with the domain. Answers the script that does it.
 */
export async function storeSession(
  context: BrowserContext,
  request: APIRequestContext,
  { origin, business }: { origin: string; business: string },
  session: Session,
): Promise<Disposable> {
  const { version } = await (await request.get('/auth/build-version/')).json()
  const stored = { token: session.token, user: JSON.stringify(session.user), 'build-version': version }
  const values = Object.entries(stored).map(([name, value]) => [`${business}-${name}`, String(value)] as const)
  return context.addInitScript(
    ({ origin, values }) => {
      // Frames of other hosts run this, too; and a user who logged out stays so.
      if (location.origin !== origin || localStorage.getItem('journey-began')) return
      for (const [name, value] of [...values, ['journey-began', 'yes'] as const]) localStorage.setItem(name, value)
    },
    { origin, values },
  )
}
