/** Two kinds of users are linked to harvest centers: staff and referral centers. Their link tables have the same shape. */
export const centerLinks = {
  staff: { table: 'staff_centers', owner: 'staff_id', role: 'hc_staff', field: 'staff_hc_ids' },
  referral: {
    table: 'referral_centers',
    owner: 'referral_center_id',
    role: 'referral_harvest_center',
    field: 'rhc_hc_ids',
  },
} as const
export type CenterLink = (typeof centerLinks)[keyof typeof centerLinks]
