import type { Coupon } from '@vialdesk/contract/coupons'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

const usesText = ({ used_number, max_use_number }: Coupon) =>
  max_use_number === 0 ? `${used_number}, no limit` : `${used_number} of ${max_use_number}`

const productNames = ({ product_ids }: Coupon, names: Map<number, string>) =>
  product_ids
    .split(',')
    .filter(Boolean)
    .map((id) => names.get(Number(id)) ?? `#${id}`)
    .join(', ')

export const couponColumns = (products: Map<number, string>): Column<Coupon>[] => [
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'code', sort: 'code', phone: 'line', header: 'Code', noWrap: true, cell: ({ code }) => code },
  {
    key: 'discount',
    sort: '-discount',
    phone: 'labelled',
    header: 'Discount',
    align: 'right',
    cell: ({ discount_amount }) => <Money dollars={discount_amount} />,
  },
  {
    key: 'uses',
    sort: '-used',
    header: 'Used',
    noWrap: true,
    cell: (coupon) => <span className="figures">{usesText(coupon)}</span>,
  },
  { key: 'products', header: 'Products', cell: (coupon) => productNames(coupon, products) || 'Every product' },
  {
    key: 'center',
    header: 'Harvest Center',
    cell: ({ hc_desc }) => (hc_desc.length > 0 ? centerLinks(hc_desc) : 'Every center'),
  },
  {
    key: 'status',
    sort: '-status',
    header: 'Status',
    cell: ({ status }) => (
      <StatusBadge meaning={status === 1 ? 'good' : 'neutral'}>{status === 1 ? 'Active' : 'Inactive'}</StatusBadge>
    ),
  },
]
