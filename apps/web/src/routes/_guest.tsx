import { createFileRoute, Outlet } from '@tanstack/react-router'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'

export const Route = createFileRoute('/_guest')({
  component: () => (
    <GuestFrame>
      <Outlet />
    </GuestFrame>
  ),
})
