import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Coupon, couponStatuses } from '@vialdesk/contract/coupons'
import type { ReactNode } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { showUndo } from '#web/ui/dialogs/show-undo.tsx'
import { ExportChosen } from '#web/ui/table/selection/export-chosen.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'

/** The server changes at most this many coupons in one call. */
export const MAX_COUPONS = 100

function useChangeStatus(onDone: () => void) {
  const undo = useAction('POST /api/v1/coupon-codes/undo-status/')
  return useMutation({
    ...apiMutation('POST /api/v1/coupon-codes/status/'),
    onSuccess: ({ message, changed }, { body: { status } }) => {
      onDone()
      if (changed.length === 0) showSuccess(message)
      else void showUndo(message, () => undo.mutate({ body: { ids: changed, status } }))
    },
  })
}

interface Props {
  coupons: readonly Coupon[]
  selectAll: ReactNode
  onClear: () => void
}

/** Exports the selected coupons, and makes them active or inactive. */
export function CouponSelectionBar({ coupons, selectAll, onClear }: Props) {
  const change = useChangeStatus(onClear)
  const ids = coupons.map(({ id }) => id)
  const has = (status: number) => coupons.some((coupon) => coupon.status === status)
  const set = (status: 0 | 1) => change.mutate({ body: { ids, status } })
  return (
    <SelectionBar
      label="Selected coupons"
      count={ids.length}
      most={{ count: MAX_COUPONS, rows: 'coupons' }}
      selectAll={selectAll}
      onClear={onClear}
    >
      <Group gap="xs">
        <ExportChosen list="GET /api/v1/coupon-codes/" rows={['coupon', 'coupons']} ids={ids} />
        {has(couponStatuses.inactive) && (
          <Button variant="default" loading={change.isPending} onClick={() => set(couponStatuses.active)}>
            Activate
          </Button>
        )}
        {has(couponStatuses.active) && (
          <Button loading={change.isPending} onClick={() => set(couponStatuses.inactive)}>
            Deactivate
          </Button>
        )}
      </Group>
    </SelectionBar>
  )
}
