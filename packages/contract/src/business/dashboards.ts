/** The dashboards, one per role. Amounts in dollars. */
import { z } from 'zod'
import { admin, roles, self } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Money, PlainDate } from '../base/primitives.ts'
import { ArrivedParcel, ParcelState } from '../care/label-requests.ts'
import { VialState } from '../care/single-vials.ts'
import { PartyTransaction } from '../money/transactions.ts'
import { LabRecord, PatientRow, Stage, VialCounts, VialStateCounts } from '../people/patients.ts'
import { FirstRunStep } from './first-run.ts'

const ByStage = z.array(z.object({ stage: Stage, count: z.number().int() }))
/** Sums over all patients. */
const VialSums = LabRecord.pick({ vials_preparation: true, vials_ready_ship: true }).extend(
  VialCounts.pick({ vials_available: true, vials_shipped: true }).shape,
)
/** `month` as `YYYY-MM`, oldest first. */
const ByMonth = z.array(z.object({ month: z.string(), count: z.number().int(), amount: Money }))

export const dashboards = {
  admin: call('GET /api/v1/dashboards/admin/', admin, {
    machine: true,
    summary: 'The dashboard of an admin',
    isReport: true,
    answer: z.object({
      patients: z.number().int(),
      harvest_centers: z.number().int(),
      /** Active users who joined in the last 30 days, and in the 30 days before. */
      sign_ups_30_days: z.number().int(),
      sign_ups_previous_30_days: z.number().int(),
      revenue_this_month: Money,
      revenue_last_month: Money,
      payments_to_review: z.number().int(),
      /** Label requests without a label. */
      labels_waiting: z.number().int(),
      orders_to_ship: z.number().int(),
      /** Documents whose sending or sealing failed. */
      failed_documents: z.number().int(),
      revenue_by_month: ByMonth,
      revenue_by_product: z.array(
        z.object({ product_id: z.number().int(), product: z.string(), amount: Money, count: z.number().int() }),
      ),
      patients_by_stage: ByStage,
    }),
  }),
  harvestCenter: call('GET /api/v1/dashboards/harvest-center/', roles({ harvest_center: 'own' }), {
    summary: 'The dashboard of a harvest center: open tasks, and its patients in processing',
    isReport: true,
    answer: z.object({
      patients_by_stage: ByStage,
      in_processing: z.array(PatientRow),
      ready_soon: z.number().int(),
      /** Its label requests without a label. */
      labels_waiting: z.number().int(),
      /** Documents of its patients that wait for a signature. */
      pending_signatures: z.number().int(),
      spent_this_month: Money,
      unconfirmed_payments: z.array(z.object({ invoice_id: z.string(), amount: Money })),
      recent_transactions: z.array(PartyTransaction),
      has_sales_rep: z.boolean(),
    }),
  }),
  referralCenter: call('GET /api/v1/dashboards/referral-center/', roles({ referral_harvest_center: 'own' }), {
    summary: 'The dashboard of a referral center: its patients by stage, and their vials',
    isReport: true,
    answer: z.object({
      patients_by_stage: ByStage,
      ...VialSums.shape,
      /** Documents of its patients that wait for a signature. */
      pending_signatures: z.number().int(),
      /** Number of harvest centers that have not confirmed its association request. Only the number is visible until then. */
      waiting_centers: z.number().int(),
    }),
  }),
  salesRep: call('GET /api/v1/dashboards/sales-rep/', roles({ sales_rep: 'team' }), {
    summary: 'The dashboard of a sales rep: its centers, their patients and sales',
    isReport: true,
    answer: z.object({
      harvest_centers: z.number().int(),
      referral_harvest_centers: z.number().int(),
      patients_by_stage: ByStage,
      transactions_by_month: ByMonth,
      /** URLs of sign-up forms that assign the new center to this rep. */
      links: z.object({ harvest_center: z.string(), referral_harvest_center: z.string() }),
    }),
  }),
  salesTeam: call('GET /api/v1/dashboards/sales-team/', roles({ sales_manager: 'team', sales_distributor: 'team' }), {
    summary: 'The dashboard of a sales manager or distributor: the centers, patients and sales of its reps',
    isReport: true,
    answer: z.object({
      /** For a distributor only. */
      sales_managers: z.number().int().optional(),
      sales_reps: z.number().int(),
      harvest_centers: z.number().int(),
      referral_harvest_centers: z.number().int(),
      patients_by_stage: ByStage,
      /** The sales that were made in the team, as in its list of transactions. */
      transactions_by_month: ByMonth,
    }),
  }),
  lab: call('GET /api/v1/dashboards/lab/', roles({ lab: 'own' }), {
    summary: 'The dashboard of a lab: its patients by stage, the patients due this week, and its vials by state',
    isReport: true,
    answer: z.object({
      harvest_centers: z.number().int(),
      patients_by_stage: ByStage,
      /** Patients with an estimated ready date before today that are not ready. */
      overdue: z.number().int(),
      /** Patients with an estimated ready date from today to six days later that are not ready. */
      due_this_week: z.number().int(),
      /** The first few patients that are overdue or due this week, longest overdue first. */
      due: z.array(PatientRow),
      /** Patients whose tissue was delivered and is not booked in. */
      arrived: z.number().int(),
      /** The first few delivered parcels that are not booked in, in the order of their delivery. */
      arrived_parcels: z.array(ArrivedParcel),
      /** Paid orders of vials of its patients. */
      orders_to_ship: z.number().int(),
      vials_by_state: z.array(z.object({ state: VialState, count: z.number().int() })),
    }),
  }),
  firstRun: call('GET /api/v1/dashboards/first-run/', self, {
    summary: 'The first steps of the user, which tick themselves. For an admin: what a new business has to set up',
    answer: z.array(z.object({ step: FirstRunStep, done: z.boolean() })),
  }),
  patient: call('GET /api/v1/dashboards/patient/', roles({ patient: 'own' }), {
    summary: 'The dashboard of a patient: the stage and dates of the cells, and the vials',
    aboutPatient: 'self',
    answer: LabRecord.omit({ infectious_testing_complete: true }).extend(VialCounts.shape).extend(VialStateCounts.shape).extend({
      stage: Stage,
      harvest_center: z.string().nullable(),
      joined: PlainDate,
      /** Where the newest parcel with tissue of the patient is. */
      parcel: ParcelState.nullable(),
      /** Documents that wait for the patient's signature. */
      documents_waiting: z.number().int(),
    }),
  }),
}
