/** The demo domain: a fictional business with a year of history, so that the screens of each role have data. */
import type pg from 'pg'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import { seededRandom } from '#api/demo/values/random.ts'
import { KNOWN_DEMO_PASSWORD } from '#api/platform/config/configuration.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createAssets } from './assets.ts'
import { logInBeforeActing, writeAudit } from './audit.ts'
import { createDemoDomain, TIME_ZONE } from './brand.ts'
import { createConversations } from './care/conversations.ts'
import { createLabelRequests } from './care/labels.ts'
import { createShipments } from './care/shipments.ts'
import type { DemoContext, DemoPorts } from './context.ts'
import { createDocuments } from './documents/documents.ts'
import { createCommissions } from './money/commissions.ts'
import { createPaymentToReview, MASTERCARD, type Payer, saveCards, VISA } from './money/payments.ts'
import { createRefunds } from './money/refunds.ts'
import { createSales } from './money/sales.ts'
import { writeNotices } from './notices.ts'
import { type Accounts, createAccounts } from './people/accounts.ts'
import { createAssociationRequest } from './people/association-request.ts'
import { createInactiveUsers } from './people/inactive-users.ts'
import { createInvitations } from './people/invitations.ts'
import { createNewcomers } from './people/newcomers.ts'
import { createPatients } from './people/patients.ts'
import { createSignUps } from './people/sign-ups.ts'
import { createCalendar } from './values/calendar.ts'

export interface DemoOptions {
  /** Password of all demo users who can log in. */
  password: string
  /** The end of the demo's year. */
  now?: Date
}

/** Fixed, so that every demo has the same people and history. */
const SEED = 20_260

async function fill(
  owner: pg.Pool,
  ports: DemoPorts,
  demo: DemoContext,
  domainId: number,
): Promise<Accounts & { patient: number }> {
  return inDomain(owner, domainId, async (db) => {
    await createDemoDomain(db, ports, demo)
    await insertInitialRows(db)
    // The domain password is the same as the demo password, so that admin sign-up can be tried.
    await db.insertInto('domain_secrets').values({ domain_id: domainId, admin_form_password_hash: demo.passwordHash }).execute()
    const accounts = await createAccounts(db, demo)
    await createInactiveUsers(db, demo)
    const patients = await createPatients(db, demo, accounts)
    const sales = await createSales(db, demo, accounts, patients)
    await createShipments(db, demo, sales)
    await createRefunds(db, demo, accounts, sales)
    await createCommissions(db, demo, accounts.admin, sales)
    const documents = await createDocuments(db, ports, demo, accounts, patients)
    if (accounts.centers[0]) await createLabelRequests(db, ports, demo, accounts.centers[0])
    await writeAudit(db, demo, patients, sales, documents)
    await createConversations(db, demo, patients)
    const more = [...(await createNewcomers(db, demo, accounts)), ...(await createAssociationRequest(db, demo, accounts))]
    await createInvitations(db, demo)
    await createSignUps(db)
    await writeNotices(db, demo, { accounts, patients, sales, more })
    await logInBeforeActing(db)
    await createAssets(db)
    const patient = patients.find(({ email }) => email === 'patient@demo.example')
    if (!patient) throw new Error('The demo has no patient with a login')
    return { ...accounts, patient: patient.id }
  })
}

const payersOf = ({ centers: [first, second], referrals: [referral], patient }: Accounts & { patient: number }): Payer[] => [
  ...[first, second, referral].flatMap((center, n) => {
    const cards = n === 0 ? [VISA, MASTERCARD] : [MASTERCARD]
    return center ? [{ id: center.id, email: center.email, name: 'Front Desk', zip: center.address.zip_code ?? '', cards }] : []
  }),
  { id: patient, email: 'patient@demo.example', name: 'Amelia Hawthorne', zip: '97005', cards: [VISA] },
]

/**
 * Creates the domain `demo` unless it exists. `owner` is a pool of the table owner. The caller must make sure that only this
 * machine can reach the portal, because the passwords are known (Configuration.demo).
 */
export async function seedDemo(owner: pg.Pool, ports: DemoPorts, { password, now = new Date() }: DemoOptions): Promise<void> {
  const existing = await owner.query(`select from domains where identifier = 'demo'`)
  if (existing.rowCount !== 0) return
  const passwordHash = await hashPassword(password)
  const demo: DemoContext = {
    now,
    calendar: createCalendar(now, TIME_ZONE),
    random: seededRandom(SEED),
    passwordHash,
    accounts: 0,
    isPasswordKnown: password === KNOWN_DEMO_PASSWORD,
  }
  const { rows } = await owner.query<{ id: number }>(`select nextval(pg_get_serial_sequence('domains', 'id')) as id`)
  const domainId = Number(rows[0]?.id)
  const made = await fill(owner, ports, demo, domainId)
  // The gateway uses its own transactions, so the domain must be committed first.
  for (const payer of payersOf(made)) await saveCards(owner, ports, demo, domainId, payer)
  await createPaymentToReview(owner, ports, demo, domainId, made.centers[0] as Accounts['centers'][number])
}
