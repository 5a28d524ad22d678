import type { VialsPortal } from '#api/features/vials/vials.fixture.ts'

export const checkPath = (patient: number, query: string) => `/api/v1/vials/check/${patient}/?${query}`

/** Everything that the default rules ask for. */
export const completeRecord = {
  ...{ stemcell_plating_successful: 1, number_times_qc_done: 2, infectious_testing_complete: 1 },
}

/** Functions that change the rules of the business and the lab record of a patient. */
export const ruleArrangements = ({ portal, lab }: VialsPortal) => ({
  setRules: async (rules: Record<string, string | number>) => {
    const columns = Object.keys(rules).map((column, n) => `${column} = $${n + 2}`)
    await portal.owner.query(`update domains set ${columns.join(', ')} where id = $1`, [portal.domainId, ...Object.values(rules)])
  },
  record: (patient: number, values: Record<string, unknown>) => lab.patch(`/api/v1/users/${patient}/`, values),
  overridesOf: async (patient: number): Promise<{ entry_id: number; rules: string[]; reason: string; actor_id: number }[]> =>
    (
      await portal.owner.query('select entry_id, rules, reason, actor_id from rule_overrides where user_id = $1 order by id', [
        patient,
      ])
    ).rows,
})
