import { Readable } from 'node:stream'
import { contract } from '@vialdesk/contract'
import { addRate, changeSettings } from '#api/features/commissions/rates/add-rate.commands.ts'
import { findSettings, listRates } from '#api/features/commissions/rates/rates.queries.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { getLeaderboard } from './leaderboard/leaderboard.queries.ts'
import { payStatements } from './payouts/pay-statements.commands.ts'
import { exportLedger } from './statements/export-ledger.commands.ts'
import { printStatement } from './statements/print-statement.commands.ts'
import { getStatementPage, listStatements } from './statements/statements.queries.ts'

const { commissions } = contract

export const commissionsRouter = {
  statements: serve(commissions.statements, ({ db, actor, query }) => listStatements(db, actor, query)),

  statement: serve(commissions.statement, ({ db, actor, params, query }) => getStatementPage(db, actor, params.id, query)),

  statementPdf: serveWithProviders(commissions.statementPdf, async ({ transact, actor, domain, ports, params, reply }) => {
    const { pdf, month } = await printStatement({ transact, domain, ports, viewer: actor }, params.id)
    reply.header('content-disposition', `attachment; filename="commissions_${month}.pdf"`)
    return Readable.from([Buffer.from(pdf)])
  }),

  exportCsv: serveWithProviders(commissions.exportCsv, (context) => exportLedger(context, context.query)),

  pay: serve(commissions.pay, ({ db, actor, body }) => payStatements(db, actor, body)),

  rates: serve(commissions.rates, ({ db, query }) => listRates(db, query)),
  addRate: serve(commissions.addRate, ({ db, body }) => addRate(db, body)),

  settings: serve(commissions.settings, ({ db }) => findSettings(db)),
  changeSettings: serve(commissions.changeSettings, async ({ db, body }) => ({
    message: 'Commission settings have been updated.',
    ...(await changeSettings(db, body)),
  })),

  leaderboard: serve(commissions.leaderboard, ({ db, actor, query }) => getLeaderboard(db, actor, query)),
}
