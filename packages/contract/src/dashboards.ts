/** What each role sees first. */
import { z } from 'zod'
import { call } from './call.ts'
import { LabRecord, PatientRow, Stage, VialCounts } from './patients.ts'
import { Money, PlainDate } from './primitives.ts'
import { VialState } from './traced-vials.ts'
import { PartyTransaction } from './transactions.ts'

const ByStage = z.array(z.object({ stage: Stage, count: z.number().int() }))
/** Added up over patients. */
const VialsOnTheWay = LabRecord.pick({ vials_preparation: true, vials_ready_ship: true })
/** `month` as `YYYY-MM`, oldest first. */
const ByMonth = z.array(z.object({ month: z.string(), count: z.number().int(), amount: Money }))

export const dashboards = {
  admin: call('GET /api/v1/dashboards/admin/', {
    summary: 'The health of the business at a glance',
    answer: z.object({
      patients: z.number().int(),
      harvest_centers: z.number().int(),
      sign_ups_30_days: z.number().int(),
      sign_ups_previous_30_days: z.number().int(),
      revenue_this_month: Money,
      revenue_last_month: Money,
      payments_to_review: z.number().int(),
      /** Requests that have no label yet. */
      labels_waiting: z.number().int(),
      revenue_by_month: ByMonth,
      revenue_by_product: z.array(z.object({ product: z.string(), amount: Money, count: z.number().int() })),
      patients_by_stage: ByStage,
    }),
  }),
  harvestCenter: call('GET /api/v1/dashboards/harvest-center/', {
    summary: 'What waits for a harvest center, and its patients in processing',
    answer: z.object({
      patients_by_stage: ByStage,
      in_processing: z.array(PatientRow),
      ready_soon: z.number().int(),
      /** Its requests that have no label yet. */
      labels_waiting: z.number().int(),
      spent_this_month: Money,
      unconfirmed_payments: z.array(z.object({ invoice_id: z.string(), amount: Money })),
      recent_transactions: z.array(PartyTransaction),
      has_sales_rep: z.boolean(),
    }),
  }),
  referralCenter: call('GET /api/v1/dashboards/referral-center/', {
    summary: 'The patients that a referral center sent, by stage, and the vials that are on their way for them',
    answer: z.object({
      patients_by_stage: ByStage,
      ...VialsOnTheWay.shape,
      /** How many harvest centers have not confirmed yet that it refers to them. It learns nothing of them before. */
      waiting_centers: z.number().int(),
    }),
  }),
  salesRep: call('GET /api/v1/dashboards/sales-rep/', {
    summary: 'What a sales rep brought',
    answer: z.object({
      harvest_centers: z.number().int(),
      referral_harvest_centers: z.number().int(),
      patients_by_stage: ByStage,
      transactions_by_month: ByMonth,
      /** Sign-up addresses that bind a center to this rep. */
      links: z.object({ harvest_center: z.string(), referral_harvest_center: z.string() }),
    }),
  }),
  salesTeam: call('GET /api/v1/dashboards/sales-team/', {
    summary: 'What the reps below a sales manager or a distributor brought',
    answer: z.object({
      /** Of a distributor. */
      sales_managers: z.number().int().optional(),
      sales_reps: z.number().int(),
      harvest_centers: z.number().int(),
      referral_harvest_centers: z.number().int(),
      patients_by_stage: ByStage,
      /** Of the reps who are in the team now, whenever they sold. */
      transactions_by_month: ByMonth,
    }),
  }),
  lab: call('GET /api/v1/dashboards/lab/', {
    summary: 'What waits for a lab: its patients by stage, what is due this week, and its vials by state',
    answer: z.object({
      harvest_centers: z.number().int(),
      patients_by_stage: ByStage,
      /** Due before today, and not ready. */
      overdue: z.number().int(),
      /** Expected to be ready from today until six days later, and not ready. */
      due_this_week: z.number().int(),
      /** What is overdue or due this week, the longest overdue first; the first few. */
      due: z.array(PatientRow),
      vials_by_state: z.array(z.object({ state: VialState, count: z.number().int() })),
    }),
  }),
  patient: call('GET /api/v1/dashboards/patient/', {
    summary: 'Where my cells are',
    aboutPatient: 'self',
    answer: LabRecord.omit({ infectious_testing_complete: true }).extend(VialCounts.shape).extend({
      stage: Stage,
      harvest_center: z.string().nullable(),
      joined: PlainDate,
    }),
  }),
}
