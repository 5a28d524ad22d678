/** Paid orders of vials and supplies, and the users around them. */
import { createSale, type SaleValues } from '#api/features/transactions/transactions.fixture.ts'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal } from '#api/testing/test-portal.ts'
import { moveVialReservation } from './reserve-vials.commands.ts'

export const ordersPath = '/api/v1/orders/'
export const shipPath = (order: number) => `${ordersPath}${order}/ship/`

export const parcel = (values: Record<string, unknown> = {}) => ({
  request_id: crypto.randomUUID(),
  quantity: 1,
  shipped_on: '2026-03-04',
  tracking_number: '1Z999AA10123456784',
  ...values,
})

const SHIP_TO = {
  company: 'Harbor Clinic',
  address1: '5 Pier Road',
  city: 'Austin',
  state: 'Texas',
  country_desc: 'United States',
}

export async function startOrdersPortal() {
  const portal = await startTestPortal()
  const at = await portal.seed(async (db) => {
    const lab = await createUser(db, 'lab')
    const center = await createCenter(db, { lab_id: lab, company: 'Harbor Clinic', phone_number: '512 555 0100' })
    return { lab, center, otherLab: await createUser(db, 'lab'), admin: await createUser(db, 'admin') }
  })
  const [lab, otherLab, admin, center] = [
    await portal.as(at.lab),
    await portal.as(at.otherLab),
    await portal.as(at.admin),
    await portal.as(at.center),
  ]

  const newPatient = (vials: number) =>
    portal.seed(async (db) => {
      const patient = await createPatient(db, { harvest_center_id: at.center, first_name: 'Nora', last_name: 'Hale' })
      await createAddedVials(db, patient, vials)
      return patient
    })
  const createOrder = (values: Partial<SaleValues>) =>
    portal.seed(async (db) => {
      const quantity = values.quantity ?? 1
      const parties = { payer_id: at.center, harvest_center_id: at.center, shipping: JSON.stringify(SHIP_TO) }
      const sale = await createSale(db, { ...parties, ships: true, ...values })
      if (values.product_id === 2 && values.patient_id) {
        await moveVialReservation(db, sale, { patientId: values.patient_id, quantity })
      }
      return sale
    })

  return {
    ...{ portal, at, lab, otherLab, admin, center, newPatient },
    /** A paid order of vials; the patient has `stock` vials. */
    orderVials: async (quantity: number, stock = quantity) => {
      const patient = await newPatient(stock)
      return { patient, order: await createOrder({ product_id: 2, quantity, patient_id: patient }) }
    },
    orderVialsOf: (patient: number, quantity: number) => createOrder({ product_id: 2, quantity, patient_id: patient }),
    orderSupplies: (quantity: number, values: Partial<SaleValues> = {}) => createOrder({ product_id: 4, quantity, ...values }),
    /** Available, reserved and shipped vials. */
    countsOf: async (patient: number): Promise<[available: number, reserved: number, shipped: number]> => {
      const { rows } = await portal.owner.query('select * from vial_counts where user_id = $1', [patient])
      return rows[0] ? [rows[0].vials_available, rows[0].vials_reserved, rows[0].vials_shipped] : [0, 0, 0]
    },
    auditOf: async (order: number, type: string) =>
      (await portal.owner.query('select * from audit_log where subject_id = $1 and type = $2 order by id', [order, type])).rows,
    shipmentsOf: async (order: number) =>
      (await portal.owner.query('select * from shipments where transaction_id = $1 order by id', [order])).rows,
  }
}
export type OrdersPortal = Awaited<ReturnType<typeof startOrdersPortal>>
