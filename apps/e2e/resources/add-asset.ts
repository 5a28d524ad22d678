import type { Rows } from '../journey/rows.ts'

/** Adds an asset for harvest centers. */
export const addAsset = (rows: Rows, values: Record<string, unknown>) =>
  rows.call<{ id: number; assets: { id: number }[] }>('admin', 'POST', '/api/v1/assets/', {
    description: 'What you need to know.',
    membership_ids: [4],
    sections: [],
    assets: [],
    ...values,
  })
