/** Notices of the demo users about their history. Notices of the last days are unread. */
import type { LabRecordEdit } from '@vialdesk/contract/people/patients'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { findMilestone, milestoneTexts, patientNotices, vialTexts } from '#api/features/notices/notify-milestones.commands.ts'
import { PASSWORD_CHANGED } from '#api/features/sessions/passwords/notify-security-change.commands.ts'
import type { DemoContext } from './context.ts'
import type { Sale } from './money/sales.ts'
import type { Accounts } from './people/accounts.ts'
import type { Patient } from './people/patients.ts'

/** Days. Older notices are read, or already deleted. */
const UNREAD = 6
const KEPT = 170

type Row = Insertable<Tables['notices']>
export type Notice = Row & { created_at: Date }
type PastNotice = Pick<Row, 'kind' | 'title' | 'text' | 'path'> & {
  user: number
  about?: number
  daysAgo: number
  minutes: number
}

/** The news of each step, found by comparing it with the steps before. */
function newsOfSteps({ steps }: Patient['past']) {
  const was: LabRecordEdit = {}
  return steps.map(({ daysAgo, changes }) => {
    const what = findMilestone(was, changes)
    Object.assign(was, changes)
    return { daysAgo, minutes: 121, news: what && milestoneTexts(what) }
  })
}

function ofPatient({ id, center, referral, past }: Patient): PastNotice[] {
  const ofVials = past.vials.map(({ daysAgo, type, quantity }) => ({
    ...{ daysAgo, minutes: 181 },
    news: vialTexts(type === 'added' ? 'released' : type, quantity),
  }))
  return [...newsOfSteps(past), ...ofVials].flatMap(({ news, ...at }) => {
    if (!news) return []
    const { toPatient, toCenters } = patientNotices(news, id)
    const centers = [center, referral].filter((each) => each !== undefined)
    return [{ ...at, ...toPatient, user: id }, ...centers.map((each) => ({ ...at, ...toCenters, user: each.id }))]
  })
}

type Recorded = Sale & { id: number; invoice: string }

const ofSale = ({ id, invoice, payer, daysAgo, minutes }: Recorded): PastNotice => ({
  kind: 'purchase',
  user: payer.id,
  title: 'Payment received',
  text: `Invoice ${invoice}. View receipt`,
  path: `/receipt/${id}`,
  daysAgo,
  minutes: minutes + 1,
})

/** One notice for every user, so that no list is empty. The newest users get it on the day after they joined. */
async function ofEveryone(db: Db, now: Date): Promise<PastNotice[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'date_joined'])
    .where('domain_id', '=', db.domainId)
    .where('password_hash', 'is not', null)
    .orderBy('id')
    .execute()
  const daysSince = (date: string) => Math.round((now.getTime() - Date.parse(date)) / 86_400_000)
  return users.map(({ id, date_joined }, n) => {
    return { ...PASSWORD_CHANGED, user: id, daysAgo: Math.min(41 + n, daysSince(date_joined) - 1), minutes: 75 }
  })
}

const own = ({ staff, admin }: Pick<Accounts, 'staff' | 'admin'>): PastNotice[] => [
  {
    ...{ user: staff, kind: 'team', title: 'New center', text: 'You now work for Cedar Junction Surgical Arts.' },
    ...{ path: '/dashboard', daysAgo: 5, minutes: 30 },
  },
  {
    ...{ user: admin, kind: 'purchase', title: 'A payment needs review', path: '/payments-to-review', daysAgo: 0 },
    text: '1 payment needs review. The invoice cannot be paid again until you decide.',
    // Never later than now, and so after the payment of an hour ago.
    minutes: 24 * 60,
  },
]

/** Inserts these and all other notices, oldest first. */
export async function writeNotices(
  db: Db,
  { calendar, now }: DemoContext,
  { accounts, patients, sales, more }: { accounts: Accounts; patients: Patient[]; sales: Recorded[]; more: Notice[] },
): Promise<void> {
  const notices = [...patients.flatMap(ofPatient), ...sales.map(ofSale), ...(await ofEveryone(db, now)), ...own(accounts)].filter(
    ({ daysAgo }) => daysAgo <= KEPT,
  )
  const neverSignedIn = new Set(patients.filter(({ accepted }) => !accepted).map(({ id }) => id))
  const rows = notices.map(
    ({ user, about, daysAgo, minutes, ...words }): Notice => ({
      ...words,
      domain_id: db.domainId,
      user_id: user,
      about_id: about ?? null,
      created_at: calendar.moment(daysAgo, minutes),
      read_at: daysAgo > UNREAD && !neverSignedIn.has(user) ? calendar.moment(daysAgo - 1, 15) : null,
    }),
  )
  const all = [...rows, ...more].sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  await db.insertInto('notices').values(all).execute()
}
