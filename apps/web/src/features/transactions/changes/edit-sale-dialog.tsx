import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { EditSaleForm } from './edit-sale-form.tsx'

interface Props {
  /** The dialog is open while there is an id. */
  id: number | undefined
  onClose: () => void
}

/** Edits a sale, with a note. It always starts with the present values. */
export function EditSaleDialog({ id, onClose }: Props) {
  const shown = useLatestValue(id)
  return (
    <FormDialog opened={id !== undefined} onClose={onClose} title="Edit transaction" size="lg" centered>
      {shown !== undefined && <PresentSale id={shown} onClose={onClose} />}
    </FormDialog>
  )
}

interface PresentProps {
  id: number
  onClose: () => void
}

function PresentSale({ id, ...rest }: PresentProps) {
  const query = useQuery({ ...apiQuery('GET /api/v1/transactions/{id}/', { params: { id } }), refetchOnWindowFocus: false })
  const [reloads, setReloads] = useState(0)
  const reload = async () => {
    await query.refetch()
    setReloads(reloads + 1)
  }
  return (
    <Loaded query={query} loading="Loading form...">
      {(sale) => <EditSaleForm key={reloads} sale={sale} onReload={reload} {...rest} />}
    </Loaded>
  )
}
