import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'

/** Not closable: a payment in progress stays visible. */
export const notClosable = {
  withCloseButton: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  centered: true,
  onClose: () => undefined,
}

/** Leaves without asking about unsaved form values. */
export function DashboardButton({ variant }: { variant?: string }) {
  const navigate = useNavigate()
  return (
    <Button variant={variant} onClick={() => void navigate({ to: '/dashboard', ignoreBlocker: true })}>
      Dashboard
    </Button>
  )
}
