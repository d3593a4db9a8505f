// The price list of the owner's settings: what the server charges and grants. Written into site.json for the server.
import { withdrawalDays } from '@/settings/readings';
import { site } from '@/settings/site';
import type { PlanKey } from '@/settings/site-settings';

const { brand, company, support, plans } = site;
const keys: readonly PlanKey[] = ['basic', 'premium', 'mentorship'];

export const priceList = {
  currency: site.currency,
  vat: site.vat,
  courseTerm: site.courseTerm,
  withdrawalDays: withdrawalDays(),
  seller: {
    brand: brand.name,
    legal_name: company.legalName,
    address: [company.street, company.town, company.country],
    vat_number: company.vatNumber,
    email: support.email,
  },
  plans: keys.map((key) => ({
    key,
    name: plans[key].name,
    // Cents.
    price: plans[key].price * 100,
    opens: plans[key].opens ?? null,
  })),
};
