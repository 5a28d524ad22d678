/** A business with the users that drills act as, made like the rows of tests. */
import { openPool } from '../../apps/api/src/db/connection/pools.ts'
import type { Db } from '../../apps/api/src/db/db.ts'
import { insertInitialRows } from '../../apps/api/src/db/new-domain.ts'
import { inDomain } from '../../apps/api/src/db/transaction.ts'
import { hashPassword } from '../../apps/api/src/platform/crypto/passwords.ts'
import { createCenter, createDomain, createPatient, createUser, type UserValues } from '../../apps/api/src/testing/factories.ts'

export interface BusinessUser {
  id: number
  email: string
}

export interface Business {
  /** The identifier of the domain: the header `domain`. */
  identifier: string
  domainId: number
  /** All users have this password. */
  password: string
  admin: BusinessUser
  lab: BusinessUser
  center: BusinessUser
  /** Patients of the center, whose vials the lab enters. */
  patients: BusinessUser[]
}

const IDENTIFIER = 'drill'
const PASSWORD = 'drill-portal'

/** Creates the domain `drill`, as the owner of the database. */
export async function createBusiness({ ownerUrl }: { ownerUrl: string }, { patients = 8 } = {}): Promise<Business> {
  const owner = openPool(ownerUrl, { max: 2 })
  try {
    const passwordHash = await hashPassword(PASSWORD)
    const domainId = await createDomain(owner, { identifier: IDENTIFIER, name: 'Drill' })
    const users = await inDomain(owner, domainId, (db) => createUsers(db, passwordHash, patients))
    return { identifier: IDENTIFIER, domainId, password: PASSWORD, ...users }
  } finally {
    await owner.end()
  }
}

async function createUsers(db: Db, passwordHash: string, patients: number) {
  await insertInitialRows(db)
  const user = async (name: string, create: (values: UserValues) => Promise<number>): Promise<BusinessUser> => {
    const email = `${name}@drill.example`
    return { id: await create({ email, password_hash: passwordHash }), email }
  }
  const admin = await user('admin', (values) => createUser(db, 'admin', values))
  const lab = await user('lab', (values) => createUser(db, 'lab', values))
  const center = await user('center', (values) => createCenter(db, { ...values, lab_id: lab.id }))
  const all: BusinessUser[] = []
  for (let n = 1; n <= patients; n++)
    all.push(await user(`patient-${n}`, (values) => createPatient(db, { ...values, harvest_center_id: center.id })))
  return { admin, lab, center, patients: all }
}
