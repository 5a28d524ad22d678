/** Sales lines of one journey, so that other teams stay unchanged. */
import type { CreatedUser, Rows } from './rows.ts'

async function addMember(
  rows: Rows,
  path: string,
  first_name: string,
  above: Record<string, number | string>,
): Promise<CreatedUser> {
  const named = { first_name, last_name: rows.uniqueName('Salinas') }
  const email = rows.email(first_name)
  const { id } = await rows.call('admin', 'POST', path, { ...named, email, ...above })
  return { ...named, company: '', ...(await rows.activate(email)), id }
}

export const createDistributor = (rows: Rows) => addMember(rows, '/api/v1/users/', 'Delia', { subscription: 8 })
export const createManager = (rows: Rows, distributor?: number) =>
  distributor === undefined
    ? addMember(rows, '/api/v1/users/', 'Mira', { subscription: 6 })
    : addMember(rows, '/api/v1/sales-managers/', 'Mira', { sales_distributor_id: distributor })
export const createRep = (rows: Rows, manager: number) =>
  addMember(rows, '/api/v1/sales-rep/', 'Rufus', { sales_manager_id: manager })

/** A center of a rep, and a patient of that center. */
export async function createCenterWithPatient(rows: Rows, rep: number): Promise<{ center: CreatedUser; patient: CreatedUser }> {
  const center = await rows.center()
  await rows.call('admin', 'PATCH', `/api/v1/users/${center.id}/`, { saless_rep_id: rep })
  return { center, patient: await rows.patient(center.id) }
}
