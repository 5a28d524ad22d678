import { createFileRoute } from '@tanstack/react-router'
import { ObserversScreen } from '#web/features/people/observers-screen.tsx'
import { useUserDrawer } from './-user-drawer.tsx'

function ObserversRoute() {
  const { open, drawer } = useUserDrawer()
  return (
    <>
      <ObserversScreen onOpen={open} />
      {drawer}
    </>
  )
}

export const Route = createFileRoute('/_app/(people)/observers')({ component: ObserversRoute })
