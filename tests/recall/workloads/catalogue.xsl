<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns:exslt="http://exslt.org/common" xmlns:str="http://exslt.org/strings"
    xmlns:math="http://exslt.org/math" xmlns:set="http://exslt.org/sets"
    exclude-result-prefixes="exslt str math set">
  <xsl:output method="html" indent="yes" encoding="ISO-8859-1"/>
  <xsl:strip-space elements="*"/>
  <xsl:key name="orders" match="order" use="@loom"/>
  <xsl:decimal-format name="money" decimal-separator="," grouping-separator="."/>
  <xsl:param name="title" select="'Looms'"/>
  <xsl:variable name="kinds">
    <kind code="floor">on the floor</kind>
    <kind code="table">on a table</kind>
  </xsl:variable>
  <xsl:attribute-set name="cell"><xsl:attribute name="class">cell</xsl:attribute></xsl:attribute-set>

  <xsl:template match="/catalogue">
    <html>
      <head><title><xsl:value-of select="concat($title, ' of ', @owner)"/></title></head>
      <body>
        <xsl:comment> made by a test </xsl:comment>
        <table>
          <xsl:for-each select="loom">
            <xsl:sort select="heddles" data-type="number" order="descending"/>
            <xsl:sort select="name"/>
            <tr xsl:use-attribute-sets="cell">
              <td><xsl:number value="position()" format="I."/></td>
              <td><xsl:apply-templates select="name | made"/></td>
              <td>
                <xsl:choose>
                  <xsl:when test="exslt:node-set($kinds)/kind[@code = current()/@kind]">
                    <xsl:copy-of select="exslt:node-set($kinds)/kind[@code = current()/@kind]/node()"/>
                  </xsl:when>
                  <xsl:otherwise><em><xsl:value-of select="translate(@kind, 'jq', 'JQ')"/></em></xsl:otherwise>
                </xsl:choose>
              </td>
              <td>
                <xsl:call-template name="money">
                  <xsl:with-param name="amount" select="sum(key('orders', @id)/@price)"/>
                </xsl:call-template>
              </td>
              <td><xsl:if test="count(key('orders', @id)) &gt; 1 and not(@width &lt; 100)">often</xsl:if></td>
            </tr>
          </xsl:for-each>
        </table>
        <p><xsl:value-of select="math:max(loom/@width)"/> and <xsl:value-of select="round(math:min(loom/@width) div 7)"/></p>
        <p><xsl:for-each select="str:tokenize('warp weft selvedge', ' ')"><xsl:value-of select="."/>;</xsl:for-each></p>
        <p><xsl:value-of select="count(set:distinct(loom/@kind))"/></p>
        <xsl:apply-templates select="order" mode="list"/>
        <xsl:apply-templates select="id('nothing') | //order[last()]/preceding-sibling::order[1]"/>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="name"><b><xsl:value-of select="normalize-space(.)"/></b></xsl:template>
  <xsl:template match="made">
    <i title="{substring-before(., '-')}"><xsl:value-of select="substring-after(., '-')"/></i>
  </xsl:template>
  <xsl:template match="order" mode="list" priority="2">
    <div>
      <xsl:number count="order" level="any" format="a) "/>
      <xsl:value-of select="for"/><xsl:text>: </xsl:text>
      <xsl:value-of select="format-number(@yards, '0.00')"/>
      <xsl:apply-templates select="note"/>
      <xsl:variable name="depth" select="count(ancestor::*) + string-length(generate-id()) * 0"/>
      <xsl:value-of select="$depth mod 2"/>
    </div>
  </xsl:template>
  <xsl:template match="note[starts-with(., 'keep')]"><pre><xsl:value-of select="." disable-output-escaping="yes"/></pre></xsl:template>
  <xsl:template match="note"><xsl:element name="small"><xsl:attribute name="id"><xsl:value-of select="generate-id()"/></xsl:attribute><xsl:apply-templates/></xsl:element></xsl:template>
  <xsl:template match="order"><xsl:copy><xsl:copy-of select="@*"/><xsl:processing-instruction name="seen">yes</xsl:processing-instruction></xsl:copy></xsl:template>
  <xsl:template name="money">
    <xsl:param name="amount" select="0"/>
    <xsl:value-of select="format-number($amount, '#.##0,00', 'money')"/>
    <xsl:if test="boolean($amount) and contains(string($amount), '.')"><xsl:message>cents</xsl:message></xsl:if>
  </xsl:template>
</xsl:stylesheet>
