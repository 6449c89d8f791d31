import type { Listed } from './enterprise.ts'

/** Names the enterprises that the demo data or its accounts refer to. */
export const knownEnterprises = {
  platform: '0600000001',
  cityBureau: '0200000002',
  districtBureau: '0200000003',
  experimentalSchool: '0300000001',
  primarySchool: '0300000002',
  middleSchool: '0300000003',
  company: '0100000001',
  agent: '0400000001',
  canteen: '0500000001',
  stationer: '0500000002',
} as const

const province = '0200000001'
const catering = '0100000002'

/** Lists the tree of enterprises, parents before children (docs/spec/demo.md#frame); every number begins with the identity. */
export const enterprises: readonly Listed[] = [
  { entNo: knownEnterprises.platform, entName: '平台运营中心', prtNo: null },
  { entNo: province, entName: '示例省教育厅', prtNo: knownEnterprises.platform },
  { entNo: knownEnterprises.cityBureau, entName: '晨光市教育局', prtNo: province },
  { entNo: knownEnterprises.districtBureau, entName: '启明区教育局', prtNo: knownEnterprises.cityBureau },
  {
    entNo: knownEnterprises.experimentalSchool,
    entName: '晨光市第一实验学校',
    prtNo: knownEnterprises.cityBureau,
    selfNo: '3198010001',
    des: '九年一贯制公办学校，小学部每年级 2 个班，初中部每年级 3 个班。',
    rem: '示例数据：学校、人员、证件号码和电话均为虚构。',
  },
  { entNo: knownEnterprises.primarySchool, entName: '启明区启明小学', prtNo: knownEnterprises.districtBureau },
  { entNo: knownEnterprises.middleSchool, entName: '晨光市云溪中学', prtNo: knownEnterprises.cityBureau },
  { entNo: knownEnterprises.company, entName: '晨光教育服务集团有限公司', prtNo: knownEnterprises.platform },
  { entNo: catering, entName: '晨光智慧餐饮有限公司', prtNo: knownEnterprises.company },
  { entNo: '0100000003', entName: '晨光校车运营有限公司', prtNo: knownEnterprises.company },
  { entNo: '0100000004', entName: '晨光数字科技有限公司', prtNo: knownEnterprises.company },
  { entNo: knownEnterprises.agent, entName: '晨光渠道服务中心', prtNo: knownEnterprises.platform },
  { entNo: knownEnterprises.canteen, entName: '云溪中学第一食堂', prtNo: catering },
  { entNo: knownEnterprises.stationer, entName: '启明小学文具服务部', prtNo: knownEnterprises.company },
]
