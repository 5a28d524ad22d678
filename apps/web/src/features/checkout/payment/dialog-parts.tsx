import { Button, type ButtonProps } from '@mantine/core'
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
export function DashboardButton(props: Pick<ButtonProps, 'variant' | 'px'>) {
  const navigate = useNavigate()
  return (
    <Button {...props} onClick={() => void navigate({ to: '/dashboard', ignoreBlocker: true })}>
      Dashboard
    </Button>
  )
}
