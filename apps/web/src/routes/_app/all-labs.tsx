import { Button } from '@mantine/core'
import { IconMicroscope } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { AllLabsScreen } from '#web/features/centers/all-centers-screen.tsx'
import { NewAccountModals, onNewAccountIntent } from '#web/features/onboarding/add-account/new-account-modals.tsx'
import { asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { drawerSearchKeys } from './-patient-search.ts'
import { useUserDrawer } from './-user-drawer.tsx'

function AllLabs() {
  const overlay = useOverlay<{ add?: 'lab' }>()
  const { open, drawer } = useUserDrawer()
  const add = (
    <Button
      leftSection={<IconMicroscope size={16} stroke={1.6} />}
      {...onNewAccountIntent}
      onClick={() => overlay.open({ add: 'lab' })}
    >
      Add Lab
    </Button>
  )
  return (
    <AllLabsScreen onOpen={({ id }) => open(id)} add={add}>
      {drawer}
      <NewAccountModals open={overlay.shown.add} onClose={() => overlay.close('add')} />
    </AllLabsScreen>
  )
}

const validateSearch = searchReader({
  search: asText,
  never_signed_in: asOneOf('true'),
  ...listSearch,
  ...drawerSearchKeys,
  add: asOneOf('lab'),
})

export const Route = createFileRoute('/_app/all-labs')({ validateSearch, component: AllLabs })
