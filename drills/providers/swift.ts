/** OpenStack Swift with its S3 interface: a proxy, and one server each for accounts, containers and objects, on one disk. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { makeBucket } from '../../apps/api/src/adapters/files/test-stores.fixture.ts'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { runProgram } from '../harness/programs.ts'
import type { Resources } from '../harness/resources.ts'
import { accepts, waitForStart } from './start.ts'

/** Debian's own: only this one has Debian's packages. */
const PYTHON = '/usr/bin/python3'

const STORES = ['account', 'container', 'object'] as const

/** Starts one server. Swift reads `swift.conf` in the folder of the file, and the ring of each store: where its data are. */
const START = `
import os, sys
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi
server, file, *ports = sys.argv[1:]
folder = os.path.dirname(file)
utils.set_swift_dir(folder)
if server == 'proxy':
    for name, port in zip(('account', 'container', 'object'), ports):
        ring = RingBuilder(0, 1, 0)
        ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='disk', weight=1))
        ring.rebalance()
        ring.get_ring().save(os.path.join(folder, name + '.ring.gz'))
sys.exit(run_wsgi(file, server + '-server'))
`

const commonOf = (folder: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
workers = 0
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
`

const storeOf = (name: string) => `
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

/** The log-in needs a cache but works without: nothing listens on its port. */
const PROXY = `
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
error_suppression_limit = 1
error_suppression_interval = 86400
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_drill_portal = secret .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
`

/** Returns the settings of the tests. */
export async function startSwift(resources: Resources): Promise<Record<string, string>> {
  const folder = resources.makeFolder()
  mkdirSync(path.join(folder, 'devices/disk'), { recursive: true })
  writeFileSync(path.join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = drill\n')
  const start = (name: string, port: number, configuration: string, ...ports: number[]) => {
    const file = path.join(folder, `${name}.conf`)
    writeFileSync(file, commonOf(folder, port) + configuration)
    return runProgram(resources, PYTHON, ['-c', START, name, file, ...ports.map(String)])
  }
  const ports: number[] = []
  for (const store of STORES) {
    const port = await findLastingPort()
    // A proxy that cannot reach a store does not try again for a minute.
    await waitForStart(`Swift's ${store} server`, start(store, port, storeOf(store)), () => accepts(port))
    ports.push(port)
  }
  const port = await findLastingPort()
  const proxy = start('proxy', port, PROXY, ...ports)
  const url = `s3://drill%3Aportal:secret@portal/inner/folder?endpoint=http://127.0.0.1:${port}`
  await waitForStart("Swift's proxy", proxy, () =>
    makeBucket(url).then(
      () => true,
      () => false,
    ),
  )
  return { PROVIDERS_S3_URL: url }
}
