// What the server charges and grants, from the owner's settings: written beside the pages, read when the server starts.
import { site } from '@/settings/site';
import type { PlanKey } from '@/settings/site-settings';

const { brand, company, support, plans } = site;
const keys: readonly PlanKey[] = ['basic', 'premium', 'mentorship'];

export const shop = {
  currency: site.currency,
  vat: site.vat,
  courseTerm: site.courseTerm,
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
