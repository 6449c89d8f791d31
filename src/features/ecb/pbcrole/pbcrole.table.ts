import { defineTable } from '#server/database/tables.ts'
import { pbcrole, PublicRole } from './pbcrole.contract.ts'

defineTable('pbcrole', {
  word: '公共角色',
  key: 'roleNo',
  name: 'roleName',
  uses: { entrole: '已给企业', pbcrolepwr: '已有权限' },
  history: { fields: PublicRole.shape, see: pbcrole.getlist, change: pbcrole.update },
})

defineTable('pbcrolepwr', { word: '公共角色权限', history: { fields: {}, see: pbcrole.getmdltree } })
