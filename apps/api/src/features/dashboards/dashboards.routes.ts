import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import {
  getAdminDashboard,
  getCenterDashboard,
  getLabDashboard,
  getPatientDashboard,
  getReferralDashboard,
  getSalesDashboard,
  getTeamDashboard,
} from './dashboards.queries.ts'
import { listFirstRunSteps } from './first-run.queries.ts'

const { dashboards } = contract

export const dashboardsRouter = {
  admin: serve(dashboards.admin, ({ db, actor, domain }) => getAdminDashboard(db, actor, domain)),

  harvestCenter: serve(dashboards.harvestCenter, ({ db, actor, domain }) => getCenterDashboard(db, actor, domain)),

  referralCenter: serve(dashboards.referralCenter, ({ db, actor }) => getReferralDashboard(db, actor)),

  salesRep: serve(dashboards.salesRep, ({ db, actor, domain, publicUrl }) => getSalesDashboard(db, actor, domain, publicUrl)),

  salesTeam: serve(dashboards.salesTeam, ({ db, actor, domain }) => getTeamDashboard(db, actor, domain)),

  lab: serve(dashboards.lab, ({ db, actor, domain }) => getLabDashboard(db, actor, domain)),

  firstRun: serve(dashboards.firstRun, ({ db, actor, domain }) => listFirstRunSteps(db, actor, domain)),

  patient: serve(dashboards.patient, ({ db, actor, domain }) => getPatientDashboard(db, actor, domain)),
}
