import { contract } from '@vialdesk/contract'
import { noteSeen } from '#api/features/patients/patients.policy.ts'
import { serve } from '#api/platform/serve.ts'
import {
  getAdminDashboard,
  getCenterDashboard,
  getPatientDashboard,
  getReferralDashboard,
  getSalesDashboard,
  getTeamDashboard,
} from './dashboards.queries.ts'
import { getLabDashboard } from './lab.queries.ts'

const { dashboards } = contract

export const dashboardsRouter = {
  admin: serve(dashboards.admin, ({ db, actor, domain }) => getAdminDashboard(db, actor, domain)),

  harvestCenter: serve(dashboards.harvestCenter, async ({ db, actor, domain, watch }) => {
    const dashboard = await getCenterDashboard(db, actor, domain)
    watch({ type: 'patients.listed', subject: actor.id, after: { count: dashboard.in_processing.length } })
    return dashboard
  }),

  referralCenter: serve(dashboards.referralCenter, ({ db, actor }) => getReferralDashboard(db, actor)),

  salesRep: serve(dashboards.salesRep, ({ db, actor, domain, publicUrl }) => getSalesDashboard(db, actor, domain, publicUrl)),

  salesTeam: serve(dashboards.salesTeam, ({ db, actor, domain }) => getTeamDashboard(db, actor, domain)),

  lab: serve(dashboards.lab, async ({ db, actor, domain, watch }) => {
    const dashboard = await getLabDashboard(db, actor, domain)
    watch({ type: 'patients.listed', subject: actor.id, after: { count: dashboard.due.length } })
    return dashboard
  }),

  patient: serve(dashboards.patient, async ({ db, actor, domain, watch }) => {
    noteSeen(watch, actor, actor.id)
    return getPatientDashboard(db, actor, domain)
  }),
}
