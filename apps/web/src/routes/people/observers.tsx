import { ObserversScreen } from '#web/features/people/observers-screen.tsx'
import { useUserDrawer } from './user-drawer.tsx'

export function Observers() {
  const { open, drawer } = useUserDrawer()
  return (
    <>
      <ObserversScreen onOpen={open} />
      {drawer}
    </>
  )
}
