import { signinHandlers } from '#features/common/user/signin.handlers.ts'
import { empgrpHandlers } from '#features/ent/empgrp/empgrp.handlers.ts'
import { empHandlers } from '#features/ent/emp/emp.handlers.ts'
import { entcfgHandlers } from '#features/ent/entcfg/entcfg.handlers.ts'
import { historyHandlers } from '#features/ent/history/history.handlers.ts'
import { impHandlers } from '#features/ent/imp/imp.handlers.ts'
import { infoHandlers } from '#features/ent/info/info.handlers.ts'
import { orgHandlers } from '#features/ent/org/org.handlers.ts'
import { photoHandlers } from '#features/ent/photo/photo.handlers.ts'
import { uploadHandlers } from '#features/file/upload/upload.handlers.ts'
import { userCfgHandlers } from '#features/user/cfg/cfg.handlers.ts'
import { userMdlHandlers } from '#features/user/mdl/mdl.handlers.ts'
import { userHandlers } from '#features/user/user/user.handlers.ts'
import type { Served } from './serve.ts'

/** Every call that is served: the map from URL to folder. */
export const routes: Served[] = [
  ...signinHandlers,
  ...userHandlers,
  ...userMdlHandlers,
  ...userCfgHandlers,
  ...infoHandlers,
  ...entcfgHandlers,
  ...orgHandlers,
  ...empHandlers,
  ...empgrpHandlers,
  ...photoHandlers,
  ...impHandlers,
  ...historyHandlers,
  ...uploadHandlers,
]
