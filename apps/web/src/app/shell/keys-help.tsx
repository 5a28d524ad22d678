import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { keyTexts, otherKeys, shortcutPlaces, shortcuts } from '#web/lib/browser/shortcuts.ts'
import classes from './shell.module.css'

const everyKey = [...Object.values(shortcuts), ...otherKeys]

interface Props {
  opened: boolean
  onClose: () => void
}

/** All keys of the portal, by the part of the portal in which they work. */
export function KeysHelp({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size="md">
      <Stack gap="lg">
        {shortcutPlaces.map((place) => (
          <section key={place}>
            <Title order={3} size="sm" mb={4}>
              {place}
            </Title>
            <dl className={`${classes.keys} ruled`}>
              {everyKey
                .filter((each) => each.place === place)
                .map(({ key, text }) => (
                  <div key={key + text}>
                    <Text component="dt">{text}</Text>
                    <Group component="dd" gap={4} m={0} wrap="nowrap">
                      {keyTexts(key).map((part) => (
                        <Kbd key={part}>{part}</Kbd>
                      ))}
                    </Group>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Modal>
  )
}
