/** What the people of the demo have been told: of the past that they have, the last days of it still unread. */
import type { LabRecordEdit } from '@vialdesk/contract/patients'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { newsOf, noticesOfPatient, wordsOfMilestone, wordsOfVials } from '#api/features/notices/patient-news.commands.ts'
import type { Demo } from './demo-parts.ts'
import type { Patient } from './demo-patients.ts'
import type { Sale } from './demo-sales.ts'

/** Days: what is older was read, and long ago cleared away. */
const UNREAD = 6
const KEPT = 170

type Row = Insertable<Tables['notices']>
type Told = Pick<Row, 'kind' | 'title' | 'text' | 'path'> & { user: number; daysAgo: number; minutes: number }

/** The news of each past step, compared with the record before it. */
function newsOfSteps({ steps }: Patient['past']) {
  const was: LabRecordEdit = {}
  return steps.map(({ daysAgo, changes }) => {
    const what = newsOf(was, changes)
    Object.assign(was, changes)
    return { daysAgo, minutes: 121, news: what && wordsOfMilestone(what) }
  })
}

function ofPatient({ id, center, referral, past }: Patient): Told[] {
  const ofVials = past.vials.map(({ daysAgo, type, quantity }) => ({ daysAgo, minutes: 181, news: wordsOfVials(type, quantity) }))
  return [...newsOfSteps(past), ...ofVials].flatMap(({ news, ...at }) => {
    if (!news) return []
    const { toPatient, toCenters } = noticesOfPatient(news, id)
    const centers = [center, referral].filter((each) => each !== undefined)
    return [{ ...at, ...toPatient, user: id }, ...centers.map((each) => ({ ...at, ...toCenters, user: each.id }))]
  })
}

type Recorded = Sale & { id: number; invoice: string }

const ofSale = ({ id, invoice, payer, daysAgo, minutes }: Recorded): Told => ({
  kind: 'purchase',
  user: payer.id,
  title: 'Payment received',
  text: `Invoice ${invoice}. View receipt`,
  path: `/receipt/${id}`,
  daysAgo,
  minutes: minutes + 1,
})

/** Everyone's own: who has no patients and buys nothing has something to read, too. */
async function ofEveryone(db: Db): Promise<Told[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'subscription'])
    .where('domain_id', '=', db.domainId)
    .where('password_hash', 'is not', null)
    .execute()
  const password = {
    kind: 'account',
    title: 'Your password was changed',
    text: 'If it was not you, set a new one at once and tell us.',
    path: '/settings',
    daysAgo: 41,
    minutes: 75,
  }
  return users.map(({ id }, n) => ({ ...password, user: id, daysAgo: password.daysAgo + n }))
}

const own: [email: string, told: Omit<Told, 'user'>][] = [
  [
    'salesrep@demo.example',
    {
      kind: 'team',
      title: 'A new center signed up',
      text: 'Laurel Crossing Dermatology signed up with your link.',
      path: '/harvest-centers',
      daysAgo: 2,
      minutes: 95,
    },
  ],
  [
    'manager@demo.example',
    {
      kind: 'team',
      title: 'A new sales rep in your team',
      text: 'See your team on the dashboard.',
      path: '/dashboard',
      daysAgo: 3,
      minutes: 60,
    },
  ],
  [
    'distributor@demo.example',
    {
      kind: 'team',
      title: 'A new sales manager in your team',
      text: 'See your team on the dashboard.',
      path: '/dashboard',
      daysAgo: 4,
      minutes: 140,
    },
  ],
  [
    'lab@demo.example',
    {
      kind: 'team',
      title: 'A center was assigned to you',
      text: 'Laurel Crossing Dermatology.',
      path: '/dashboard',
      daysAgo: 2,
      minutes: 99,
    },
  ],
  [
    'staff@demo.example',
    {
      kind: 'team',
      title: 'You work for another center',
      text: 'Cedar Junction Surgical Arts.',
      path: '/dashboard',
      daysAgo: 5,
      minutes: 30,
    },
  ],
  [
    'harvestcenter@demo.example',
    {
      kind: 'team',
      title: 'New staff',
      text: 'Someone signed up by your link to work for you.',
      path: '/staff-view',
      daysAgo: 3,
      minutes: 200,
    },
  ],
  [
    'admin@demo.example',
    {
      kind: 'purchase',
      title: 'A payment needs review',
      text: 'What became of an invoice is not certain. Nobody can pay it again until you have decided.',
      path: '/payments-to-review',
      daysAgo: 0,
      minutes: 0,
    },
  ],
]

async function ofLogIns(db: Db): Promise<Told[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('domain_id', '=', db.domainId)
    .where(
      'email',
      'in',
      own.map(([email]) => email),
    )
    .execute()
  return own.flatMap(([email, told]) => users.filter((user) => user.email === email).map(({ id }) => ({ ...told, user: id })))
}

/** Writes them down, the oldest first. */
export async function writeNotices(db: Db, { calendar }: Demo, patients: Patient[], sales: Recorded[]): Promise<void> {
  const told = [...patients.flatMap(ofPatient), ...sales.map(ofSale), ...(await ofEveryone(db)), ...(await ofLogIns(db))].filter(
    ({ daysAgo }) => daysAgo <= KEPT,
  )
  const rows = told.map(({ user, daysAgo, minutes, ...words }): Row & { created_at: Date } => ({
    ...words,
    domain_id: db.domainId,
    user_id: user,
    created_at: calendar.moment(daysAgo, minutes),
    read_at: daysAgo > UNREAD ? calendar.moment(daysAgo - 1, 15) : null,
  }))
  await db
    .insertInto('notices')
    .values(rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()))
    .execute()
}
